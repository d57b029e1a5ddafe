package dev.svc.server.bench.ground;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;

/// A terminal of ttyd, as its page has it: the first byte of a message says what it is.
public final class TtydWire implements Wire {
    private static final byte OUTPUT = '0';

    private final FrameSocket frames;
    private boolean output;

    private TtydWire(FrameSocket frames) {
        this.frames = frames;
    }

    /// Opens a terminal, for which ttyd runs its command anew.
    ///
    /// @param argument what its command gets; empty for none
    public static TtydWire open(int port, String argument) throws IOException {
        var frames = new FrameSocket(
                port,
                argument.isEmpty() ? "/ws" : "/ws?arg=" + argument,
                List.of("Sec-WebSocket-Protocol: tty", "Origin: http://127.0.0.1:" + port));
        frames.send(FrameSocket.BINARY, "{\"AuthToken\":\"\",\"columns\":120,\"rows\":40}".getBytes(UTF_8));
        return new TtydWire(frames);
    }

    @Override
    public void type(byte[] keys) throws IOException {
        var message = new byte[keys.length + 1];
        message[0] = '0';
        System.arraycopy(keys, 0, message, 1, keys.length);
        frames.send(FrameSocket.BINARY, message);
    }

    @Override
    public int read(byte[] into, int at) throws IOException {
        try {
            for (int length = frames.read(into, at); length >= 0; length = frames.read(into, at)) {
                int cut = 0;
                if (frames.begins() && length > 0) {
                    output = into[at] == OUTPUT;
                    cut = 1;
                    System.arraycopy(into, at + 1, into, at, length - 1);
                }
                if (output && length > cut) {
                    return length - cut;
                }
            }
        } catch (EOFException | SocketException closed) {
            // as good as its end
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
