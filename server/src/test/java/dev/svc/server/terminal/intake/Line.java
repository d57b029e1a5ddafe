package dev.svc.server.terminal.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.terminal.host.OutputSource;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/// A socket between a test, which prints, and the reader of a program's output.
final class Line implements OutputSource {
    private final SocketChannel near;
    private final SocketChannel far;

    Line(Path file) throws IOException {
        try (var door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(file));
            near = SocketChannel.open(door.getLocalAddress());
            near.configureBlocking(false);
            far = door.accept();
        }
    }

    void print(String text) throws IOException {
        print(text.getBytes(UTF_8));
    }

    void print(byte[] bytes) throws IOException {
        var left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            far.write(left);
        }
    }

    void hangUp() throws IOException {
        far.close();
    }

    @Override
    public int read(byte[] into) throws IOException {
        return near.read(ByteBuffer.wrap(into));
    }

    @Override
    public Optional<SocketChannel> channel() {
        return Optional.of(near);
    }

    @Override
    public void close() {
        try {
            near.close();
        } catch (IOException already) {
            throw new java.io.UncheckedIOException(already);
        }
    }
}
