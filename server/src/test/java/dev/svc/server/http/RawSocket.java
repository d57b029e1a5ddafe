package dev.svc.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.http.gate.Json;
import dev.svc.shared.waiting.Waiting;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/// A WebSocket client that may misbehave.
public final class RawSocket implements Closeable {
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    public record Frame(int opcode, ByteBuffer payload) {
        public byte[] bytes() {
            byte[] bytes = new byte[payload.remaining()];
            payload.duplicate().get(bytes);
            return bytes;
        }

        public String text() {
            return new String(bytes(), UTF_8);
        }

        public JsonNode json() {
            try {
                return Json.shared().readTree(bytes());
            } catch (IOException broken) {
                throw new AssertionError(text(), broken);
            }
        }

        public int closeCode() {
            return payload.getShort(0) & 0xffff;
        }

        public String closeReason() {
            return new String(bytes(), 2, bytes().length - 2, UTF_8);
        }
    }

    public RawSocket(int port, String path) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(Waiting.MILLISECONDS);
        out = socket.getOutputStream();
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 65536));
        String host = "127.0.0.1:" + port;
        raw(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host
                        + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                .getBytes(ISO_8859_1));
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.toString());
        }
    }

    public void raw(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    public void send(int opcode, byte[] payload) throws IOException {
        send(opcode, true, payload);
    }

    public void send(int opcode, boolean last, byte[] payload) throws IOException {
        var frame = ByteBuffer.allocate(14 + payload.length);
        frame.put((byte) ((last ? 0x80 : 0) | opcode));
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 65536) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        frame.putInt(0).put(payload); // a mask of zeros leaves the payload as it is
        out.write(frame.array(), 0, frame.position());
        out.flush();
    }

    public void text(String text) throws IOException {
        send(TEXT, text.getBytes(UTF_8));
    }

    public void keys(String keys) throws IOException {
        send(BINARY, keys.getBytes(UTF_8));
    }

    public Frame read() throws IOException {
        int first = in.readUnsignedByte();
        long length = in.readUnsignedByte();
        length = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
        byte[] payload = new byte[(int) length];
        in.readFully(payload);
        return new Frame(first & 0xf, ByteBuffer.wrap(payload));
    }

    public Frame await(int opcode) throws IOException {
        while (true) {
            var frame = read();
            if (frame.opcode() == opcode) {
                return frame;
            }
            if (frame.opcode() == CLOSE) {
                throw new EOFException("closed: " + frame.closeCode() + " " + frame.closeReason());
            }
        }
    }

    public JsonNode awaitControl(String type) throws IOException {
        while (true) {
            var control = await(TEXT).json();
            if (control.path("t").asText().equals(type)) {
                return control;
            }
        }
    }

    public Frame awaitClose() throws IOException {
        while (true) {
            var frame = read();
            if (frame.opcode() == CLOSE) {
                return frame;
            }
        }
    }

    public String readUntil(String text) throws IOException {
        var all = new StringBuilder();
        while (all.indexOf(text) < 0) {
            all.append(await(BINARY).text());
        }
        return all.toString();
    }

    /// Disappears without closing, like a lost network.
    @Override
    public void close() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
