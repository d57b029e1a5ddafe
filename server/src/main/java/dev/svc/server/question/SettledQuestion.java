package dev.svc.server.question;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A question that is open no more.
///
/// @param receipt of the answer that was sent from here, if there was one
public record SettledQuestion(
        OpenQuestion question,
        How how,
        Instant at,
        @Nullable Receipt receipt) {

    /// Whether a person has allowed it from here.
    public boolean isAllowedByPerson() {
        return how == How.ALLOWED && receipt != null && !receipt.by().equals(Responder.ALLOWED_COMMAND);
    }
}
