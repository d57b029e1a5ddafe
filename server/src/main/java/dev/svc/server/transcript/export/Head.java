package dev.svc.server.transcript.export;

import dev.svc.server.session.SessionFacts;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The header of an exported conversation, each item on one line.
///
/// @param program its name for people
public record Head(
        String id,
        String title,
        String program,
        @Nullable String cwd,
        @Nullable String model,
        Instant createdAt,
        Instant updatedAt) {

    public Head {
        title = PlainText.line(title);
        cwd = cwd == null ? null : PlainText.line(cwd);
        model = model == null ? null : PlainText.line(model);
    }

    /// The head of a session as its store describes it.
    ///
    /// @param title as it is listed; the session's id where it has none
    /// @param program its name for people
    public static Head of(SessionFacts facts, @Nullable String title, String program) {
        return new Head(
                facts.id().toString(),
                title == null ? facts.id().toString() : title,
                program,
                facts.cwd(),
                facts.model(),
                facts.createdAt(),
                facts.updatedAt());
    }
}
