package dev.svc.server.engine;

import dev.svc.server.engine.ScreenRules.Clue;
import dev.svc.server.session.Ask.Effect;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the dialogs of a program look like, and what its options do. What is not said here cannot be chosen from afar.
///
/// @param asks lines that are the question of a screen that waits, the surest first; the first group is what is shown
/// @param options how an option looks that its digit chooses: the groups are the digit and the words
/// @param edge the line right above a dialog, of which there is none within; null where dialogs have no edge, and then
///     nobody knows where one begins
/// @param hides a line which says that a part of the dialog is not shown
/// @param below so many lines at most say anything below the last option
/// @param answers the kinds of dialogs whose options are known; the first that holds counts
public record DialogRules(
        List<Clue> asks,
        List<Pattern> options,
        @Nullable Pattern edge,
        @Nullable Pattern hides,
        int below,
        List<Answers> answers) {
    /// Far enough for every footer that is known.
    static final int USUALLY_BELOW = 6;

    static final DialogRules NONE = new DialogRules(List.of(), List.of(), null, null, USUALLY_BELOW, List.of());

    public DialogRules {
        asks = List.copyOf(asks);
        options = List.copyOf(options);
        answers = List.copyOf(answers);
    }

    boolean isEmpty() {
        return asks.isEmpty() && options.isEmpty();
    }

    /// One kind of dialog; all that it names has to be there.
    ///
    /// @param line where it begins in its file
    /// @param head one of the uppermost lines of the dialog; its first group is the question
    /// @param lead one of the lowest lines above the options; its first group is the question
    /// @param tail a line below the options
    /// @param meanings what options do; the first that has all the words of an option counts
    public record Answers(
            String name,
            int line,
            @Nullable Clue head,
            @Nullable Clue lead,
            @Nullable Pattern tail,
            List<Meaning> meanings) {
        public Answers {
            meanings = List.copyOf(meanings);
        }
    }

    /// What an option does.
    ///
    /// @param words all that it says, not a part
    public record Meaning(Effect effect, boolean lasting, Pattern words) {}
}
