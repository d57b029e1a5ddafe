package dev.svc.server.question;

import org.jspecify.annotations.Nullable;

/// Who answers.
///
/// @param device what with, in words for people
/// @param author who the journal says it was
/// @param login the id of the login; null on the host itself
/// @param address where from; null on the host itself
public record Responder(
        String device,
        String author,
        @Nullable String login,
        @Nullable String address) {

    /// Nobody: a person has allowed the command before.
    public static final Responder ALLOWED_COMMAND = new Responder("an allowed command", "system", null, null);
}
