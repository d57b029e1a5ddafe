package dev.svc.server.terminal.host;

import java.io.IOException;

/// One running program as its terminal's master sees it. Writing may happen from any thread and does not wait for a
/// program that takes nothing at the moment.
public interface Program extends OutputSource {

    /// Keys, in their order. Waits only while about a megabyte of them is not taken.
    void write(byte[] keys) throws IOException;

    /// What the program asked for. Until it is taken, the same answer is given once, however often it is asked for.
    void answer(String ascii) throws IOException;

    void resize(Size size) throws IOException;

    /// Asks the program to paint itself again.
    void redraw(Size size) throws IOException;

    /// The process that keeps the terminal open; as long as it lives, the session has its writer.
    ProcessHandle keeper();

    /// The first process in the terminal, whose group the program belongs to.
    long leaderPid();

    void signal(Signal signal) throws IOException;

    /// How it ended; asked once reading gave -1.
    Exit exit();

    /// Lets go. Where the host outlives the server the program runs on.
    @Override
    void close();
}
