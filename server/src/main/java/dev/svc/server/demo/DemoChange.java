package dev.svc.server.demo;

import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What the person of the demonstration did to keep order, and when; the caller writes it to a journal.
public sealed interface DemoChange {
    Instant at();

    record MadeProject(Instant at, String name, String color, List<Path> folders) implements DemoChange {
        public MadeProject {
            folders = List.copyOf(folders);
        }
    }

    record PutInto(Instant at, SessionId session, String project) implements DemoChange {}

    record Starred(Instant at, SessionId session) implements DemoChange {}

    record Renamed(Instant at, SessionId session, String title) implements DemoChange {}

    record Archived(Instant at, SessionId session) implements DemoChange {}
}
