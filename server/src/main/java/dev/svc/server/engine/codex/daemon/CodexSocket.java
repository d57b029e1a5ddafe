package dev.svc.server.engine.codex.daemon;

import dev.svc.shared.vital.OwnedBy;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A WebSocket over a socket of the file system: texts only, of bounded length, and no wait without an end. Read by one
/// thread; any may send and close it.
final class CodexSocket implements Closeable {
    static final int LARGEST = 4 << 20;

    private static final int LARGEST_GREETING = 8 << 10;
    private static final byte[] GREETING_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int FINAL = 0x80;
    private static final int CONTINUED = 0;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int MASKED = 0x80;

    private final SocketChannel channel;
    private final Selector selector;
    private final Duration deadline;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock sending = new ReentrantLock();

    /// What has come and has not been used; ready to be read.
    @OwnedBy("the thread that reads")
    private ByteBuffer come = ByteBuffer.allocate(8 << 10).flip();

    /// The parts of a text so far.
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @OwnedBy("the thread that reads")
    private boolean isInText;

    private record Frame(boolean isFinal, int kind, ByteBuffer content) {}

    private CodexSocket(SocketChannel channel, Selector selector, Duration deadline) {
        this.channel = channel;
        this.selector = selector;
        this.deadline = deadline;
    }

    /// Connects and greets.
    ///
    /// @param deadline for the greeting, and for each text once it has begun
    static CodexSocket connect(Path socket, Duration deadline) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = null;
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.configureBlocking(false);
            selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            var made = new CodexSocket(channel, selector, deadline);
            made.greet();
            return made;
        } catch (IOException | RuntimeException failed) {
            channel.close();
            if (selector != null) {
                selector.close();
            }
            throw failed;
        }
    }

    private void greet() throws IOException {
        var key = new byte[16];
        random.nextBytes(key);
        var request = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: " + Base64.getEncoder().encodeToString(key)
                + "\r\nSec-WebSocket-Version: 13\r\n\r\n";
        write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        long end = System.nanoTime() + deadline.toNanos();
        int length;
        while ((length = greetingLength()) < 0) {
            if (come.remaining() > LARGEST_GREETING || !more(end)) {
                throw new IOException("no greeting came");
            }
        }
        var answer = new byte[length];
        come.get(answer);
        if (!new String(answer, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 101 ")) {
            throw new IOException("the greeting was refused");
        }
    }

    private int greetingLength() {
        for (int at = come.position(); at + GREETING_END.length <= come.limit(); at++) {
            if (come.slice(at, GREETING_END.length).equals(ByteBuffer.wrap(GREETING_END))) {
                return at + GREETING_END.length - come.position();
            }
        }
        return -1;
    }

    void send(String words) throws IOException {
        send(TEXT, words.getBytes(StandardCharsets.UTF_8));
    }

    private void send(int kind, byte[] content) throws IOException {
        var frame = ByteBuffer.allocate(content.length + 14);
        frame.put((byte) (FINAL | kind));
        if (content.length < 126) {
            frame.put((byte) (MASKED | content.length));
        } else if (content.length < 1 << 16) {
            frame.put((byte) (MASKED | 126)).putShort((short) content.length);
        } else {
            frame.put((byte) (MASKED | 127)).putLong(content.length);
        }
        var mask = new byte[4];
        random.nextBytes(mask);
        frame.put(mask);
        for (int i = 0; i < content.length; i++) {
            frame.put((byte) (content[i] ^ mask[i % 4]));
        }
        write(frame.flip());
    }

    /// What is sent is short: who does not take it in time has stopped reading. Behind a part of it nothing else could
    /// be understood.
    private void write(ByteBuffer bytes) throws IOException {
        sending.lock();
        try {
            writeWhole(bytes);
        } catch (IOException failed) {
            close();
            throw failed;
        } finally {
            sending.unlock();
        }
    }

    private void writeWhole(ByteBuffer bytes) throws IOException {
        long end = System.nanoTime() + deadline.toNanos();
        while (true) {
            channel.write(bytes);
            if (!bytes.hasRemaining()) {
                return;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new IOException("what was sent is not taken");
            }
            try (var writable = Selector.open()) {
                channel.register(writable, SelectionKey.OP_WRITE);
                writable.select(Math.max(1, left / 1_000_000));
            }
        }
    }

    /// The next text; empty when none has come within that time.
    ///
    /// @throws EOFException when the other side has gone
    /// @throws IOException when what comes is no text of a bearable length, or does not come to its end in time
    Optional<String> next(Duration wait) throws IOException {
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            var frame = frame(end);
            if (frame.isEmpty()) {
                return Optional.empty();
            }
            var whole = take(frame.get());
            if (whole.isPresent()) {
                return whole;
            }
        }
    }

    private Optional<String> take(Frame frame) throws IOException {
        switch (frame.kind()) {
            case CLOSE -> throw new EOFException("the other side closes");
            case PING -> send(PONG, bytes(frame.content()));
            case PONG -> {}
            case TEXT, CONTINUED -> {
                if (isInText == (frame.kind() == TEXT)
                        || text.size() + frame.content().remaining() > LARGEST) {
                    throw new IOException("no text of a bearable length");
                }
                text.writeBytes(bytes(frame.content()));
                isInText = !frame.isFinal();
                if (frame.isFinal()) {
                    var whole = text.toString(StandardCharsets.UTF_8);
                    text.reset();
                    return Optional.of(whole);
                }
            }
            default -> throw new IOException("not a text");
        }
        return Optional.empty();
    }

    private static byte[] bytes(ByteBuffer content) {
        var bytes = new byte[content.remaining()];
        content.get(bytes);
        return bytes;
    }

    /// Empty when nothing has begun to come by then. What has begun has a deadline of its own.
    private Optional<Frame> frame(long end) throws IOException {
        if (!come.hasRemaining() && !isInText && !more(end)) {
            return Optional.empty();
        }
        long last = System.nanoTime() + deadline.toNanos();
        require(2, last);
        int first = come.get() & 0xff;
        int second = come.get() & 0xff;
        if ((first & 0x70) != 0 || (second & MASKED) != 0) {
            throw new IOException("not what a WebSocket sends");
        }
        long length = second;
        if (length == 126) {
            require(2, last);
            length = come.getShort() & 0xffff;
        } else if (length == 127) {
            require(8, last);
            length = come.getLong();
        }
        if (length < 0 || length > LARGEST) {
            throw new IOException("too long a text");
        }
        require((int) length, last);
        var content = come.slice(come.position(), (int) length);
        come.position(come.position() + (int) length);
        return Optional.of(new Frame((first & FINAL) != 0, first & 0xf, content));
    }

    private void require(int bytes, long end) throws IOException {
        while (come.remaining() < bytes) {
            if (!more(end)) {
                throw new IOException("a text does not come to its end");
            }
        }
    }

    /// Waits for more; false when none has come by then.
    private boolean more(long end) throws IOException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        if (selector.select(Math.max(1, left / 1_000_000)) == 0) {
            if (!channel.isOpen() || Thread.currentThread().isInterrupted()) {
                throw new EOFException("closed");
            }
            return System.nanoTime() < end && more(end);
        }
        selector.selectedKeys().clear();
        var room = come.remaining() < come.capacity() / 2
                ? ByteBuffer.allocate(come.capacity())
                : ByteBuffer.allocate(come.capacity() * 2);
        room.put(come);
        int read = channel.read(room);
        come = room.flip();
        if (read < 0) {
            throw new EOFException("the other side has gone");
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        selector.close();
    }
}
