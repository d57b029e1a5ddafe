package dev.svc.server.terminal.status;

import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The question of a screen.
///
/// @param text null where nothing is known to be the question
/// @param about what else the dialog says, in lines; null where it is not known where it begins
/// @param choices in the program's order
/// @param digest the same for two screens only if they ask the same about the same
public record Menu(@Nullable String text, @Nullable String about, List<Choice> choices, String digest) {
    public Menu {
        choices = List.copyOf(choices);
    }

    /// Whether something is to be permitted, as far as the options tell.
    public Ask.Kind kind() {
        return choices.stream().anyMatch(it -> it.effect() == Effect.ALLOW || it.effect() == Effect.DENY)
                ? Ask.Kind.PERMISSION
                : Ask.Kind.CHOICE;
    }

    /// What can be chosen by typing this key from afar.
    public boolean offers(String key) {
        return choices.stream().anyMatch(it -> it.key().equals(key) && it.effect() != Effect.TERMINAL);
    }
}
