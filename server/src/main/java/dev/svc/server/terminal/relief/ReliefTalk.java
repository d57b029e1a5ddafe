package dev.svc.server.terminal.relief;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;

/// What two processes say to each other while terminals change hands: a line at a time, and after each the other's
/// turn.
/// A line may bring a socket along.
final class ReliefTalk implements Closeable {
    /// What a line may have at most, which any socket takes at once.
    private static final int LONGEST = 8 * 1024;

    private final SocketChannel channel;
    private final Selector ready;
    private final byte[] room = new byte[LONGEST];

    ReliefTalk(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        this.ready = Selector.open();
        channel.register(ready, SelectionKey.OP_READ);
    }

    static ReliefTalk to(Path socket) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return new ReliefTalk(channel);
        } catch (IOException | RuntimeException nobody) {
            channel.close();
            throw nobody;
        }
    }

    /// One line, without its end.
    record Line(String text, OptionalInt socket) {
        /// Closes the socket that nobody asked for.
        String alone() throws IOException {
            if (socket.isPresent()) {
                Descriptors.close(socket.getAsInt());
            }
            return text;
        }
    }

    void say(String line) throws IOException {
        var bytes = ByteBuffer.wrap(bytes(line));
        if (channel.write(bytes) < bytes.capacity()) {
            throw new IOException("the other one does not listen");
        }
    }

    void say(String line, SocketChannel passed) throws IOException {
        Descriptors.send(channel, bytes(line), passed);
    }

    private static byte[] bytes(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) {
            throw new IOException("too long a line: " + line.length());
        }
        return bytes;
    }

    /// Says a line, and returns the answer to it.
    String ask(String line, Duration patience) throws IOException {
        say(line);
        return hear(patience).alone();
    }

    /// The other one's next line.
    Line hear(Duration patience) throws IOException {
        long end = System.nanoTime() + patience.toNanos();
        var socket = OptionalInt.empty();
        int length = 0;
        while (length == 0 || room[length - 1] != '\n') {
            await(end);
            byte[] more = new byte[LONGEST - length];
            var received = Descriptors.receive(channel, more);
            socket = received.passed().isPresent() ? received.passed() : socket;
            if (received.length() <= 0) {
                new Line("", socket).alone();
                throw new IOException("the other one has gone");
            }
            System.arraycopy(more, 0, room, length, received.length());
            length += received.length();
        }
        return new Line(new String(Arrays.copyOf(room, length - 1), StandardCharsets.UTF_8), socket);
    }

    private void await(long end) throws IOException {
        ready.selectedKeys().clear();
        long left = end - System.nanoTime();
        if (left <= 0 || ready.select(Math.max(1, left / 1_000_000)) == 0) {
            throw new IOException("the other one says nothing");
        }
    }

    @Override
    public void close() throws IOException {
        ready.close();
        channel.close();
    }
}
