package dev.svc.server.terminal.relief;

import dev.svc.server.terminal.host.OutputSource;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/// The output of a program whose socket was passed on; nothing is ever sent to it.
record HeldOutput(SocketChannel socket) implements OutputSource {
    @Override
    public int read(byte[] into) throws IOException {
        try {
            return socket.read(ByteBuffer.wrap(into));
        } catch (ClosedChannelException | SocketException ended) {
            return -1;
        }
    }

    @Override
    public Optional<SocketChannel> channel() {
        return Optional.of(socket);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException already) {
            // nothing is left to let go of
        }
    }
}
