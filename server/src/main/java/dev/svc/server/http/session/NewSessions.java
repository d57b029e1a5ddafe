package dev.svc.server.http.session;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Starts programs on new sessions before anybody looks at them.
@FunctionalInterface
public interface NewSessions {

    /// Starts a program.
    ///
    /// @param prompt what is said to it first; null for nothing
    /// @return why it does not run, as a sentence; empty when it does
    Optional<String> start(SessionId session, Path folder, @Nullable String prompt);

    /// The id of a new session: a placeholder where the program makes up its own.
    static SessionId id(EngineProvider program) {
        return new SessionId(program.engineId(), (program.newSessionReconciles() ? "new-" : "") + UUID.randomUUID());
    }
}
