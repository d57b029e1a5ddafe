package dev.svc.server.http;

import dev.svc.shared.waiting.Waiting;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// HTTP/1.1 by hand: sends exactly the bytes it is given, which no well-behaved client would.
public final class Raw implements AutoCloseable {
    private final int port;
    private final InetAddress from;
    private Socket socket;
    private InputStream in;

    public Raw(int port) throws IOException {
        this(port, InetAddress.getLoopbackAddress());
    }

    /// Connects from another address of this machine.
    Raw(int port, InetAddress from) throws IOException {
        this.port = port;
        this.from = from;
        connect();
    }

    /// What came back; header names in lower case.
    public record Answer(int status, Map<String, List<String>> headers, String body) {
        public String header(String name) {
            return String.join(", ", headers.getOrDefault(name, List.of()));
        }

        /// The value that a Set-Cookie gave to a cookie; empty when it did not.
        public String cookie(String name) {
            return headers.getOrDefault("set-cookie", List.of()).stream()
                    .filter(cookie -> cookie.startsWith(name + "="))
                    .map(cookie -> cookie.substring(name.length() + 1).replaceAll(";.*", ""))
                    .findFirst()
                    .orElse("");
        }
    }

    /// Sends a request line, headers and a body, and reads one answer. The connection is kept where the server keeps
    /// it.
    public Answer send(String line, List<String> headers, String body) throws IOException {
        var text = new StringBuilder(line).append(" HTTP/1.1\r\n");
        headers.forEach(header -> text.append(header).append("\r\n"));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 || !line.startsWith("GET")) {
            text.append("Content-Length: ").append(bytes.length).append("\r\n");
        }
        return exchange(text.append("\r\n").append(body).toString());
    }

    /// The next frame of an upgraded connection: its first byte, then its payload. No frame of a test is long.
    byte[] frame() throws IOException {
        int first = in.read();
        int length = in.read();
        if (length < 0 || length > 125) {
            throw new EOFException();
        }
        byte[] frame = new byte[length + 1];
        frame[0] = (byte) first;
        System.arraycopy(in.readNBytes(length), 0, frame, 1, length);
        return frame;
    }

    Answer exchange(String request) throws IOException {
        try {
            return once(request);
        } catch (EOFException closedMeanwhile) {
            socket.close();
            connect();
            return once(request);
        }
    }

    private Answer once(String request) throws IOException {
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            throw new EOFException();
        }
        Answer answer = read();
        if (answer.header("connection").equalsIgnoreCase("close")) {
            socket.close();
            connect();
        }
        return answer;
    }

    private void connect() throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0);
        socket.setSoTimeout(Waiting.MILLISECONDS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    private Answer read() throws IOException {
        int status = Integer.parseInt(line().split(" ", -1)[1]);
        var headers = new TreeMap<String, List<String>>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        String length = String.join("", headers.getOrDefault("content-length", List.of("0")));
        boolean bodiless = status == 101 || status == 204 || status == 304;
        byte[] body = bodiless ? new byte[0] : in.readNBytes(Integer.parseInt(length));
        return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
