package dev.svc.server.engine.outside;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// What a program lets svc see of its processes that svc did not start. Used by one thread.
///
/// What it reads is a stranger's: bounded, and what cannot be understood says nothing. It never reads a secret.
public interface Sightings {

    /// Whether a process may be one of the program's, by its words alone.
    boolean knows(List<String> argv);

    /// What the program's processes are on now. Called every few seconds: what has not changed must cost next to
    /// nothing, and nothing may take long.
    List<Sighting> look(ProcessLook processes);

    /// The folders in which a change means that it is worth looking again at once.
    default Set<Path> folders() {
        return Set.of();
    }

    /// Hears what programs say of themselves over a connection, from now on: `again` is called, by any thread, when it
    /// is worth looking again at once.
    default void listen(Runnable again) {}

    /// Lets go of such connections.
    default void close() {}
}
