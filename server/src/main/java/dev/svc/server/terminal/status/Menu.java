package dev.svc.server.terminal.status;

import dev.svc.server.session.Ask.Choice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The question of a screen.
///
/// @param text null where nothing is known to be the question
/// @param choices in the program's order
/// @param digest the same for two screens only if they ask the same about the same
public record Menu(@Nullable String text, List<Choice> choices, String digest) {
    public Menu {
        choices = List.copyOf(choices);
    }
}
