package dev.svc.server.engine;

import java.io.IOException;

/// Moves a session's files out of the program's sight and back, whole or not at all.
public interface StoreArchive {

    /// Refuses with [SessionBusyException] while the program runs on the session.
    void archive(String nativeId) throws IOException;

    void unarchive(String nativeId) throws IOException;

    /// Finishes the moves that a crash cut short. Called once, at start.
    void heal() throws IOException;
}
