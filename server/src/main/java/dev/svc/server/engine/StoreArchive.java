package dev.svc.server.engine;

import java.io.IOException;

/// Moves a session's files out of the program's sight and back, all or nothing.
public interface StoreArchive {

    /// Refuses with [SessionBusyException] while the program runs on the session.
    void archive(String nativeId) throws IOException;

    /// Refuses likewise, and with [SessionStaysException] where the program would delete the session.
    void unarchive(String nativeId) throws IOException;

    /// Finishes moves that a crash interrupted. Called once, at start.
    void heal() throws IOException;
}
