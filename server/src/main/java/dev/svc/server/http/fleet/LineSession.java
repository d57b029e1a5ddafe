package dev.svc.server.http.fleet;

import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.fleet.line.LineFrame;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.gate.Visitor;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.SocketContext;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A line to another host in the place of a page's connection: what the terminal's socket sends goes over the line, and
/// what comes over it is told to the socket, on one thread, as a connection does.
public final class LineSession implements WsSession {
    private static final int NORMAL = 1000;
    private static final int GONE = 1001;
    private static final int NO_STATUS = 1005;

    private final HostLine line;

    private LineSession(HostLine line) {
        this.line = line;
    }

    /// Opens one more socket of a route at the end of a line, and serves it until the line is over; returns at once.
    ///
    /// @param address path and query, as a page asks for them
    public static void serve(SocketRoute route, String address, Visitor visitor, HostLine line) {
        var prologue = HttpPrologue.create("HTTP/1.1", "HTTP", "1.1", Method.GET, address, false);
        var socket = route.opening().open(prologue, visitor);
        Thread.ofVirtual().name("fleet-terminal").start(() -> new LineSession(line).serve(socket));
    }

    private void serve(WsListener socket) {
        int code = GONE;
        try (line) {
            socket.onOpen(this);
            for (var frame = line.next(); frame != null; frame = line.next()) {
                if (frame instanceof LineFrame.Close close) {
                    code = close.code();
                    break;
                }
                tell(socket, frame);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            socket.onError(this, failed);
        } finally {
            socket.onClose(this, code, "");
        }
    }

    private void tell(WsListener socket, LineFrame frame) {
        switch (frame) {
            case LineFrame.Text text -> socket.onMessage(this, text.text(), true);
            case LineFrame.Bytes bytes -> socket.onMessage(this, data(bytes.bytes()), true);
            case LineFrame.Ping _ -> socket.onPing(this, BufferData.empty());
            case LineFrame.Pong _ -> socket.onPong(this, BufferData.empty());
            case LineFrame.Close _, LineFrame.Beat _ -> {}
        }
    }

    private static BufferData data(ByteBuffer bytes) {
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        return BufferData.create(content);
    }

    @Override
    public WsSession send(String text, boolean last) {
        return sent(new LineFrame.Text(text));
    }

    @Override
    public WsSession send(BufferData bytes, boolean last) {
        return sent(new LineFrame.Bytes(ByteBuffer.wrap(bytes.readBytes())));
    }

    @Override
    public WsSession ping(BufferData none) {
        return sent(new LineFrame.Ping());
    }

    @Override
    public WsSession pong(BufferData none) {
        return sent(new LineFrame.Pong());
    }

    @Override
    public WsSession close(int code, @Nullable String reason) {
        sent(new LineFrame.Close(code == NO_STATUS ? NORMAL : code, reason == null ? "" : reason));
        return terminate();
    }

    /// Whatever was sent before still arrives.
    @Override
    public WsSession terminate() {
        line.close();
        return this;
    }

    /// There is no connection of its own.
    @Override
    public SocketContext socketContext() {
        throw new UnsupportedOperationException("a line to another host");
    }

    private WsSession sent(LineFrame frame) {
        if (!line.send(frame)) {
            throw new IllegalStateException("the line is over");
        }
        return this;
    }
}
