package dev.svc.server.terminal.host;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/// Where output comes from. One thread reads.
public interface OutputSource extends Closeable {

    /// Waits for output, except where there is a channel: then returns 0 when there is none. -1 when the program has
    /// ended, or when this was closed.
    int read(byte[] into) throws IOException;

    /// The channel for a selector. Empty where a thread per source must block.
    default Optional<SocketChannel> channel() {
        return Optional.empty();
    }

    @Override
    void close();
}
