package dev.svc.server.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a waiting program asks, as it stands on its screen: safe to show, and but for `about` on one line.
///
/// @param id of this question and no later one, even if the program asks the same again
/// @param text null where nothing on the screen is known to be the question
/// @param since when it came up
/// @param choices what the program offers and takes a key for; empty where that is not known
/// @param digest of the whole question with all that it is about, to be named by an answer
/// @param kind whether something is to be permitted, as far as that is known
/// @param about what else the dialog says, such as the command, in lines; null where that is not known
public record Asking(
        String id,
        @Nullable String text,
        Instant since,
        List<Ask.Choice> choices,
        String digest,
        Ask.Kind kind,
        @Nullable String about) {

    public Asking {
        choices = List.copyOf(choices);
    }

    /// Of which no more is known than the question.
    public Asking(String id, @Nullable String text, Instant since, List<Ask.Choice> choices, String digest) {
        this(id, text, since, choices, digest, Ask.Kind.CHOICE, null);
    }
}
