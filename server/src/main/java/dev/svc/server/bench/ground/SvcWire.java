package dev.svc.server.bench.ground;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.shared.client.JsonTree;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.UUID;

/// A terminal of svc, as a page has it: it says every quarter of a megabyte how far it has come.
public final class SvcWire implements Wire {
    private static final long TOLD_EVERY = 256 << 10;

    private final FrameSocket frames;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private long offset;
    private long told;

    private SvcWire(FrameSocket frames) {
        this.frames = frames;
    }

    /// Opens the terminal of a session, beginning it where there is none.
    ///
    /// @param port of a service that asks nobody who they are
    public static SvcWire open(int port, UUID session) throws IOException {
        return new SvcWire(new FrameSocket(
                port,
                "/ws/term/engine_1:%s?new=1&cwd=%s&cols=120&rows=40".formatted(session, "/tmp"),
                List.of("Origin: http://127.0.0.1:" + port)));
    }

    @Override
    public void type(byte[] keys) throws IOException {
        frames.send(FrameSocket.BINARY, keys);
    }

    @Override
    public int read(byte[] into, int at) throws IOException {
        try {
            for (int length = frames.read(into, at); length >= 0; length = frames.read(into, at)) {
                if (frames.kind() == FrameSocket.TEXT) {
                    if (isOver(into, at, length)) {
                        return -1;
                    }
                } else if (length > 0) {
                    count(length);
                    return length;
                }
            }
        } catch (EOFException | SocketException cut) {
            // as good as its end
        }
        return -1;
    }

    private void count(int length) throws IOException {
        offset += length;
        if (offset - told >= TOLD_EVERY) {
            told = offset;
            frames.send(
                    FrameSocket.TEXT,
                    "{\"t\":\"ack\",\"offset\":%d}".formatted(offset).getBytes(UTF_8));
        }
    }

    /// Both `hello` and `lag` say where the stream goes on; true once the program has ended.
    private boolean isOver(byte[] from, int at, int length) throws IOException {
        said.write(from, at, length);
        if (!frames.ends()) {
            return false;
        }
        var heard = JsonTree.read(said.toByteArray());
        said.reset();
        var start = heard.path("start");
        if (start.isNumber()) {
            offset = start.asLong();
            told = offset;
        }
        return heard.path("t").asText().equals("exit");
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
