package dev.svc.server.terminal.host;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// One running program as its terminal's master sees it. Any thread may write, without waiting for a program that takes
/// nothing at the moment.
public interface Program extends OutputSource {

    /// Keys, in order. Blocks only while about a megabyte of them is pending.
    void write(byte[] keys) throws IOException;

    /// An answer the program asked for. Coalesced: the same pending answer is queued once.
    void answer(String ascii) throws IOException;

    void resize(Size size) throws IOException;

    /// Makes the program repaint.
    void redraw(Size size) throws IOException;

    /// The size of its window, as the terminal itself has it; empty where that cannot be known.
    default Optional<Size> size() {
        return Optional.empty();
    }

    /// Whether it has surely written nothing since then; false where that cannot be known.
    default boolean wroteNothingSince(Instant moment) {
        return false;
    }

    /// The process that keeps the terminal open; as long as it lives, the session has its writer.
    ProcessHandle keeper();

    /// The first process in the terminal, whose group the program belongs to.
    long leaderPid();

    void signal(Signal signal) throws IOException;

    /// How it ended; valid once reading returned -1.
    Exit exit();

    /// Lets go. Where the host outlives the server, the program keeps running.
    @Override
    void close();
}
