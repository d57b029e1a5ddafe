package dev.svc.server.session;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a program asks its person, as the program says it: strings of strangers, to be cleaned where they leave.
///
/// @param tool what the program wants to use, in its own word
/// @param title in one line
/// @param text more about it, where there is more
/// @param command the whole command that is to be run
/// @param diff the whole change that is to be made
/// @param folder where it would happen
/// @param choices in the program's order
public record Ask(
        Kind kind,
        @Nullable String tool,
        String title,
        @Nullable String text,
        @Nullable String command,
        @Nullable String diff,
        @Nullable String folder,
        List<Choice> choices) {

    public Ask {
        choices = List.copyOf(choices);
    }

    /// What sort of answer it takes.
    public enum Kind {
        /// Whether something may be done.
        PERMISSION,
        /// One of several.
        CHOICE,
        /// Words.
        TEXT
    }

    /// What choosing does.
    public enum Effect {
        /// The program does what it asked for.
        ALLOW,
        /// It does not.
        DENY,
        /// It gets one of several answers.
        CHOOSE,
        /// Cannot be chosen from afar: it changes more than a card can show, or nobody knows what it does.
        TERMINAL
    }

    /// One answer that the program offers.
    ///
    /// @param key names it in an answer; on a screen, the key that the program takes for it
    /// @param lasting it also answers later questions
    /// @param words it takes words of the person along
    public record Choice(String key, String label, Effect effect, boolean lasting, boolean words) {

        /// Takes nothing along, for this question only.
        public static Choice once(String key, String label, Effect effect) {
            return new Choice(key, label, effect, false, false);
        }
    }

    public Optional<Choice> choice(String key) {
        return choices.stream().filter(it -> it.key().equals(key)).findFirst();
    }
}
