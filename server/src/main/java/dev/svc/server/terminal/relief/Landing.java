package dev.svc.server.terminal.relief;

import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// Makes channels of received sockets. The JDK makes none of a number, so each is put in the place of a socket that was
/// connected for it.
final class Landing implements Closeable {
    private final Path file;
    private final ServerSocketChannel other;

    /// @param file of a socket of its own
    Landing(Path file) throws IOException {
        this.file = file;
        Files.deleteIfExists(file);
        this.other = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        other.bind(UnixDomainSocketAddress.of(file));
        OwnerOnly.close(file);
    }

    SocketChannel channel(int received) throws IOException {
        SocketChannel channel;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        } catch (IOException refused) {
            Descriptors.close(received);
            throw refused;
        }
        try {
            channel.connect(UnixDomainSocketAddress.of(file));
            other.accept().close();
            Descriptors.put(received, channel);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    @Override
    public void close() throws IOException {
        other.close();
        Files.deleteIfExists(file);
    }
}
