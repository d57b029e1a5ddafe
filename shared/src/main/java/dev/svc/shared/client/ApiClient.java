package dev.svc.shared.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The interface of a service on this host, for whoever has a token. One request a connection, by hand: the runtime's
/// own client takes longer to load than most requests to be answered.
///
/// @param address that the service listens on
/// @param token what opens the interface
public record ApiClient(String address, int port, String token) {
    private static final Duration CONNECTING = Duration.ofSeconds(5);

    /// Longer than anything that the service waits for.
    private static final Duration ANSWERING = Duration.ofMinutes(2);

    private static final int MOST = 64 << 20;
    private static final int MOST_OF_LINE = 16 << 10;

    /// What came back.
    ///
    /// @param body missing where the answer has none that is JSON
    public record Reply(int status, JsonNode body) {}

    /// Where a browser of this host finds the service.
    public String origin() {
        return "http://%s:%d".formatted(address.contains(":") ? "[" + address + "]" : address, port);
    }

    /// Sends one request and reads its answer.
    ///
    /// @param path with its query, encoded
    /// @param body null where there is none
    public Reply call(String method, String path, @Nullable JsonNode body) throws IOException {
        try (var socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address, port), (int) CONNECTING.toMillis());
            socket.setSoTimeout((int) ANSWERING.toMillis());
            byte[] content = body == null ? new byte[0] : JsonTree.text(body).getBytes(UTF_8);
            var out = new ByteArrayOutputStream();
            out.write(head(method, path, body == null ? -1 : content.length).getBytes(ISO_8859_1));
            out.write(content);
            socket.getOutputStream().write(out.toByteArray());
            return read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private String head(String method, String path, int length) {
        if (path.chars().anyMatch(it -> it <= 0x20 || it >= 0x7f)) {
            throw new IllegalArgumentException("a path that is not encoded");
        }
        return "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nConnection: close\r\n%s\r\n"
                .formatted(
                        method,
                        path,
                        port,
                        token,
                        length < 0 ? "" : "Content-Type: application/json\r\nContent-Length: %d\r\n".formatted(length));
    }

    private static Reply read(InputStream in) throws IOException {
        var status = line(in).split(" ", 3);
        if (status.length < 2 || !status[1].matches("\\d{3}")) {
            throw new IOException("no answer of a service");
        }
        var headers = headers(in);
        byte[] body = body(in, headers);
        boolean isJson = headers.getOrDefault("content-type", "").contains("json");
        JsonNode read = body.length == 0 || !isJson ? MissingNode.getInstance() : JsonTree.read(body);
        return new Reply(Integer.parseInt(status[1]), read);
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        var headers = new HashMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            var whole = new ByteArrayOutputStream();
            for (int size = chunk(in); size > 0; size = chunk(in)) {
                if (whole.size() + size > MOST) {
                    throw new IOException("an answer that is too large");
                }
                whole.write(exactly(in, size));
                line(in);
            }
            return whole.toByteArray();
        }
        var length = headers.get("content-length");
        if (length == null) {
            return in.readNBytes(MOST);
        }
        long size = Long.parseLong(length);
        if (size > MOST) {
            throw new IOException("an answer that is too large");
        }
        return exactly(in, (int) size);
    }

    private static int chunk(InputStream in) throws IOException {
        return Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    }

    private static byte[] exactly(InputStream in, int size) throws IOException {
        byte[] read = in.readNBytes(size);
        if (read.length < size) {
            throw new EOFException("the service stopped in the middle of an answer");
        }
        return read;
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the service stopped in the middle of an answer");
            }
            if (line.size() > MOST_OF_LINE) {
                throw new IOException("a line that is too long");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(UTF_8);
    }

    @Override
    public String toString() {
        return origin(); // never the token
    }
}
