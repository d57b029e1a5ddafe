package dev.svc.server.bench.ground;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Base64;
import java.util.List;

/// A WebSocket that a thread waits on by itself: the client of the runtime wakes others for each message,
/// which is more than an echo takes. For services of this host that the benchmark has started: whoever waits
/// here waits until they answer or are ended.
final class FrameSocket implements Closeable {
    static final int TEXT = 1;
    static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int ROOM = 256 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] room = new byte[ROOM];
    private int from;
    private int to;
    private long left; // of the frame that is being read
    private int kind;
    private boolean begins;

    /// @param more lines of the request
    FrameSocket(int port, String path, List<String> more) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        try {
            socket.setTcpNoDelay(true);
            in = socket.getInputStream();
            out = socket.getOutputStream();
            greet(port, path, more);
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    private void greet(int port, String path, List<String> more) throws IOException {
        var key = Base64.getEncoder().encodeToString("of a benchmark..".getBytes(ISO_8859_1));
        var request = new StringBuilder(
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n".formatted(path, port))
                .append("Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ")
                .append(key)
                .append("\r\n");
        more.forEach(line -> request.append(line).append("\r\n"));
        out.write(request.append("\r\n").toString().getBytes(ISO_8859_1));
        var answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            answer.append((char) octet());
        }
        if (!answer.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException("a terminal was refused: " + answer.substring(0, answer.indexOf("\r\n")));
        }
    }

    /// The bytes go unchanged, under a mask of zeros: there is nothing between here and there.
    void send(int what, byte[] bytes) throws IOException {
        int length = bytes.length;
        int head = length < 126 ? 6 : length < 1 << 16 ? 8 : 14;
        var frame = new byte[head + length];
        frame[0] = (byte) (0x80 | what);
        if (head == 6) {
            frame[1] = (byte) (0x80 | length);
        } else {
            frame[1] = (byte) (0x80 | (head == 8 ? 126 : 127));
            for (int at = head - 5, rest = length; at > 1; at--, rest >>>= 8) {
                frame[at] = (byte) rest;
            }
        }
        System.arraycopy(bytes, 0, frame, head, length);
        synchronized (out) {
            out.write(frame);
        }
    }

    /// A piece of the next message; several pieces may be of one.
    ///
    /// @return how many bytes came; negative at the end
    int read(byte[] into, int at) throws IOException {
        begins = left == 0;
        while (left == 0) {
            if (!nextFrame()) {
                return -1;
            }
        }
        if (from == to) {
            fill();
        }
        int length = (int) Math.min(Math.min(left, to - from), into.length - at);
        System.arraycopy(room, from, into, at, length);
        from += length;
        left -= length;
        return length;
    }

    /// What the last piece is of, [#TEXT] or [#BINARY].
    int kind() {
        return kind;
    }

    /// Whether the last piece is the first of its frame.
    boolean begins() {
        return begins;
    }

    /// Whether the last piece is the last of its frame.
    boolean ends() {
        return left == 0;
    }

    private boolean nextFrame() throws IOException {
        int first = octet();
        int second = octet();
        long length = second & 0x7f;
        if (length > 125) {
            int octets = length == 126 ? 2 : 8;
            length = 0;
            for (int i = 0; i < octets; i++) {
                length = (length << 8) | octet();
            }
        }
        int what = first & 0xf;
        if (what == CLOSE) {
            return false;
        }
        if (what == PING || what == PONG) {
            var said = new byte[(int) length];
            for (int i = 0; i < said.length; i++) {
                said[i] = (byte) octet();
            }
            if (what == PING) {
                send(PONG, said);
            }
            return true;
        }
        kind = what == 0 ? kind : what;
        left = length;
        return true;
    }

    private int octet() throws IOException {
        if (from == to) {
            fill();
        }
        return room[from++] & 0xff;
    }

    private void fill() throws IOException {
        int length = in.read(room);
        if (length < 0) {
            throw new EOFException("the connection was cut");
        }
        from = 0;
        to = length;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
