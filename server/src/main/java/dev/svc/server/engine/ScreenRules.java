package dev.svc.server.engine;

import dev.svc.server.session.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the screen of a program looks like: the first rule that holds says what the program is doing, and where none
/// does, it does nothing. Data of the program; who watches screens interprets it.
///
/// @param source where the rules stand, for people
/// @param dialogs what is known of screens that wait, whichever rule holds
/// @param empty what the prompt shows while nothing stands there; null where a prompt does not tell
public record ScreenRules(
        String source,
        List<Rule> rules,
        DialogRules dialogs,
        @Nullable Clue empty) {
    /// Of a program whose screen nobody has looked at.
    public static final ScreenRules NONE = new ScreenRules("no rules", List.of(), DialogRules.NONE, null);

    private static final String RESOURCE = "screen.rules";

    public ScreenRules {
        rules = List.copyOf(rules);
    }

    /// One rule; all that it names has to hold.
    ///
    /// @param line where it begins in its file
    /// @param title what the title of the terminal has in it
    /// @param shows what stands on the screen
    /// @param beside what stands there as well
    /// @param unless what does not
    /// @param hidesCursor whether the cursor has to be hidden
    public record Rule(
            String name,
            int line,
            Status status,
            @Nullable Pattern title,
            @Nullable Clue shows,
            @Nullable Clue beside,
            @Nullable Clue unless,
            boolean hidesCursor) {}

    /// Words in one of the lowest lines of a screen that say anything, which is where programs put what they ask and
    /// do.
    ///
    /// Looking for an expression everywhere in a line costs a hundred times what looking for plain words does, and
    /// hardly any line has them: the hints are looked for first.
    ///
    /// @param lines how many of the lowest lines
    /// @param hints one of them is part of all that the words match; none where every line is looked at
    public record Clue(int lines, Pattern words, List<String> hints) {
        public Clue {
            hints = List.copyOf(hints);
        }
    }

    /// These rules; where they say nothing of questions or of the empty prompt, what others know of that.
    ScreenRules completedBy(ScreenRules others) {
        return new ScreenRules(
                source, rules, dialogs.isEmpty() ? others.dialogs : dialogs, empty == null ? others.empty : empty);
    }

    /// The rules that lie beside a provider's class.
    public static ScreenRules beside(Class<? extends EngineProvider> provider) {
        try (var in = provider.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the program was built without " + RESOURCE + " of " + provider);
            }
            return ScreenText.parse("the built-in rules", in.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (ScreenText.WrongException wrong) {
            throw new IllegalStateException(provider + ": " + wrong.getMessage(), wrong);
        }
    }
}
