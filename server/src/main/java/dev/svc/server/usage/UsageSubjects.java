package dev.svc.server.usage;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What others know of what things were used for.
public interface UsageSubjects {

    /// The project that people gave a session; null where it has none.
    @Nullable
    String project(SessionId session);

    /// What a project is called; null where there is none.
    @Nullable
    String projectName(String project);

    /// As the list has it; null where it has none.
    @Nullable
    String title(SessionId session);

    /// What people call a program.
    String label(EngineKey engine);

    /// Programs that have sessions and never say what these used.
    Set<EngineKey> silent();
}
