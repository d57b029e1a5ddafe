package dev.svc.server.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a waiting program asks, as it stands on its screen: on one line and safe to show.
///
/// @param id of this question and no later one, even if the program asks the same again
/// @param text null where nothing on the screen is known to be the question
/// @param since when it came up
/// @param choices what the program offers and takes a key for; empty where that is not known
/// @param digest of the whole question with all that it is about, to be named by an answer
public record Asking(String id, @Nullable String text, Instant since, List<Ask.Choice> choices, String digest) {

    public Asking {
        choices = List.copyOf(choices);
    }
}
