package dev.svc.server.terminal.host;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/// One running program as its terminal's master sees it. One thread reads; writing may happen from any.
public interface Program extends Closeable {

    /// Waits for output; -1 when the program has ended, or when this was closed.
    int read(byte[] into) throws IOException;

    /// What many programs can be waited for at once with. When it is told not to block, reading gives 0 where nothing
    /// waits. Empty where each needs a thread that waits.
    default Optional<SocketChannel> channel() {
        return Optional.empty();
    }

    void write(byte[] bytes) throws IOException;

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
