package dev.svc.shared.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// A port of this host that sends a test's answers, and keeps every connection open.
public final class CannedPort implements AutoCloseable {
    private final ServerSocket listening;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<Socket, Boolean> open = new ConcurrentHashMap<>();

    private CannedPort(Function<CannedPort, Function<Socket, String>> speech) throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> accept(speech.apply(this)));
    }

    /// Answers 404 to every path that is not named.
    public static CannedPort of(String path, int status, String type, String body) throws IOException {
        return new CannedPort(port -> socket -> port.answers.getOrDefault(
                        pathOf(socket), "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
                .and(path, status, type, body);
    }

    public CannedPort and(String path, int status, String type, String body) {
        answers.put(
                path,
                "HTTP/1.1 %d x\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                        .formatted(status, type, body.length(), body));
        return this;
    }

    /// Sends the same text to everybody.
    public static CannedPort saying(String text) throws IOException {
        return new CannedPort(port -> socket -> text);
    }

    public URI origin() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    private void accept(Function<Socket, String> speech) {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.put(socket, true);
                Thread.ofVirtual().start(() -> say(socket, speech));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private static void say(Socket socket, Function<Socket, String> speech) {
        try {
            socket.getOutputStream().write(speech.apply(socket).getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        } catch (IOException gone) {
            // The client has hung up.
        }
    }

    private static String pathOf(Socket socket) {
        try {
            var line = new StringBuilder();
            for (int read = socket.getInputStream().read();
                    read > '\n';
                    read = socket.getInputStream().read()) {
                line.append((char) read);
            }
            return line.toString().split(" ", -1)[1];
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open.keySet()) {
            socket.close();
        }
    }
}
