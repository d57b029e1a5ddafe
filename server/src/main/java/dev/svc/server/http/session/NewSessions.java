package dev.svc.server.http.session;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Starts programs on new sessions before anybody looks at them.
@FunctionalInterface
public interface NewSessions {
    /// A UUID as it is written.
    Pattern DRAWN = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /// Starts a program.
    ///
    /// @param prompt what is said to it first; null for nothing
    /// @return why it does not run, as a sentence; empty when it does
    Optional<String> start(SessionId session, Path folder, @Nullable String prompt);

    /// The id of a new session: a placeholder where the program makes up its own.
    static SessionId id(EngineProvider program) {
        return new SessionId(program.engineId(), front(program) + UUID.randomUUID());
    }

    /// The same, drawn by a client; empty where it is none that could have been drawn here.
    static Optional<SessionId> drawn(String nativeId, EngineProvider program) {
        var front = front(program);
        return nativeId.startsWith(front)
                        && DRAWN.matcher(nativeId.substring(front.length())).matches()
                ? Optional.of(new SessionId(program.engineId(), nativeId))
                : Optional.empty();
    }

    private static String front(EngineProvider program) {
        return program.newSessionReconciles() ? "new-" : "";
    }
}
