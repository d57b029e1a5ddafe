package dev.svc.server.engine.codex.daemon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.engine.json.JsonLines;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Speaks as the daemon of Codex does, on a socket of its own.
public final class StandInDaemon implements Closeable {
    /// Results by method; a method without one is never answered.
    public final Map<String, String> answers = new ConcurrentHashMap<>();

    /// A word for each connection that ended.
    public final BlockingQueue<String> gone = new LinkedBlockingQueue<>();

    public final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    /// What was answered to what the daemon asked.
    public final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    private static final int TEXT = 0x01;

    private final ServerSocketChannel server;
    private volatile @Nullable SocketChannel client;

    public StandInDaemon(Path codex, long pid) throws IOException {
        this(codex, pid, Map.of());
    }

    /// @param first what it answers from its first connection on
    public StandInDaemon(Path codex, long pid, Map<String, String> first) throws IOException {
        Files.createDirectories(codex.resolve("app-server-daemon"));
        Files.writeString(codex.resolve("app-server-daemon/daemon.pid"), pid + "\n");
        var control = Files.createDirectories(codex.resolve("app-server-control"));
        var socket = codex.resolve("real.sock");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Files.createSymbolicLink(control.resolve("app-server-control.sock"), socket);
        answers.put("initialize", "{}");
        answers.putAll(first);
        Thread.ofVirtual().start(this::run);
    }

    private void run() {
        while (server.isOpen()) {
            try (var channel = server.accept()) {
                client = channel;
                serve(channel);
            } catch (IOException ended) {
                gone.add("gone");
            }
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        var request = new StringBuilder();
        while (!request.toString().endsWith("\r\n\r\n")) {
            request.append((char) read(channel, 1).get());
        }
        write(
                channel,
                ByteBuffer.wrap("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n".getBytes(US_ASCII)));
        while (true) {
            var text = text(channel);
            var call = JsonLines.parse(text, 0, text.length).orElseThrow();
            var method = call.path("method").asText();
            var answer = answers.get(method);
            if (call.has("id") && answer != null) {
                say("{\"id\":" + call.path("id") + ",\"result\":" + answer + "}");
            }
            if (call.has("method")) {
                asked.add(method);
            } else {
                replies.add(call.toString());
            }
        }
    }

    private static byte[] text(SocketChannel channel) throws IOException {
        while (true) {
            var head = read(channel, 2);
            int kind = head.get() & 0x0f;
            int length = head.get() & 0x7f;
            if (length == 126) {
                length = read(channel, 2).getShort();
            }
            var mask = read(channel, 4).array();
            var content = read(channel, length).array();
            for (int i = 0; i < content.length; i++) {
                content[i] ^= mask[i % 4];
            }
            if (kind == TEXT) {
                return content; // an answer to a ping comes whenever it does
            }
        }
    }

    /// Says something unasked.
    public void say(String text) throws IOException {
        var bytes = text.getBytes(UTF_8);
        var frame = ByteBuffer.allocate(bytes.length + 4).put((byte) 0x81);
        if (bytes.length < 126) {
            frame.put((byte) bytes.length);
        } else {
            frame.put((byte) 126).putShort((short) bytes.length);
        }
        raw(frame.put(bytes).flip());
    }

    public void raw(ByteBuffer bytes) throws IOException {
        var channel = client;
        if (channel != null) {
            write(channel, bytes);
        }
    }

    public void hangUp() throws IOException {
        var channel = client;
        if (channel != null) {
            channel.close();
        }
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static ByteBuffer read(SocketChannel channel, int length) throws IOException {
        var bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        server.close();
        hangUp();
    }
}
