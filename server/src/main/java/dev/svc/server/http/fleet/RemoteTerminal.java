package dev.svc.server.http.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.fleet.line.LineFrame;
import dev.svc.server.http.connection.Connection;
import dev.svc.server.http.connection.SocketOutlet;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Refused;
import dev.svc.shared.vital.OwnedBy;
import io.helidon.common.buffers.BufferData;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The socket of a page that looks at a terminal of another host: what the page sends goes over a line to that host,
/// and what comes back goes to the page. The other host keeps the books; here nothing is read but whose session it is.
final class RemoteTerminal implements WsListener {
    private static final Logger LOG = Logger.getLogger(RemoteTerminal.class.getName());

    /// As the terminal's own socket takes it.
    private static final int MOST = 64 << 10;

    private static final int STOPPING = 1001;
    private static final String LOST = "The way to the other host was lost.";
    private static final int MALFORMED = 4413;

    private final RemoteTerminals terminals;
    private final String host;
    private final @Nullable String login;
    private final Dialling dialling;
    private final StringBuilder text = new StringBuilder();

    @OwnedBy("the connection's thread")
    private int binaryLength;

    private volatile @Nullable SocketOutlet outlet;
    private volatile @Nullable HostLine line;
    private volatile Optional<Connection> connection = Optional.empty();

    /// Asks the other host for a line.
    @FunctionalInterface
    interface Dialling {
        Calling.Connected dial() throws NoAnswerException;
    }

    /// @param login whose end ends this socket too
    RemoteTerminal(RemoteTerminals terminals, String host, @Nullable String login, Dialling dialling) {
        this.terminals = terminals;
        this.host = host;
        this.login = login;
        this.dialling = dialling;
    }

    @Nullable
    String login() {
        return login;
    }

    /// What the page sends meanwhile waits in its connection.
    @Override
    public void onOpen(WsSession opened) {
        var out = new SocketOutlet(opened);
        outlet = out;
        connection = Connection.current();
        try {
            var connected = dialling.dial();
            var made = connected.line();
            if (made == null) {
                refuse(out, RemoteTerminals.refused(connected.reply()));
                return;
            }
            line = made;
            terminals.add(this);
            Connection.afterThread(Thread.currentThread(), this::left);
            made.onEnd(() -> end(STOPPING, LOST));
            Thread.ofVirtual().name("remote terminal").start(() -> relay(made, out));
        } catch (NoAnswerException none) {
            refuse(out, RemoteTerminals.refused(none));
        }
    }

    private void refuse(SocketOutlet out, Refused why) {
        out.close(why.code(), why.reason());
        connection.ifPresent(Connection::leave);
    }

    private void relay(HostLine from, SocketOutlet out) {
        try {
            for (var frame = from.next(); frame != null; frame = from.next()) {
                switch (frame) {
                    case LineFrame.Text it -> out.text(named(it.text()));
                    case LineFrame.Bytes it ->
                        out.bytes(content(it.bytes()), it.bytes().limit());
                    case LineFrame.Ping _ -> out.ping();
                    case LineFrame.Close it -> end(it.code(), it.reason());
                    case LineFrame.Pong _, LineFrame.Beat _ -> {}
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException gone) {
            LOG.log(Level.FINE, "a page is gone", gone);
        } finally {
            left();
        }
    }

    private static byte[] content(ByteBuffer bytes) {
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        return content;
    }

    /// Here a session of another host has the name of that host behind its id.
    private String named(String control) {
        try {
            if (Json.shared().readTree(control) instanceof ObjectNode fields
                    && fields.path("sid").isTextual()) {
                return fields.put("sid", fields.path("sid").asText() + '@' + host)
                        .toString();
            }
        } catch (JsonProcessingException none) {
            LOG.log(Level.FINE, "a control that is none", none);
        }
        return control;
    }

    @Override
    public void onMessage(WsSession page, BufferData data, boolean last) {
        binaryLength += data.available();
        if (binaryLength > MOST) {
            end(MALFORMED, "A frame may have 64 KiB at most.");
            return;
        }
        if (last) {
            binaryLength = 0;
        }
        toHost(new LineFrame.Bytes(ByteBuffer.wrap(data.readBytes())));
    }

    @Override
    public void onMessage(WsSession page, String part, boolean last) {
        if (text.length() + part.length() > MOST) {
            end(MALFORMED, "A frame may have 64 KiB at most.");
            return;
        }
        text.append(part);
        if (last) {
            toHost(new LineFrame.Text(text.toString()));
            text.setLength(0);
        }
    }

    @Override
    public void onPing(WsSession page, BufferData payload) {
        var out = outlet;
        if (out != null) {
            out.pong(payload);
        }
        toHost(new LineFrame.Pong()); // as good a sign of life
    }

    @Override
    public void onPong(WsSession page, BufferData payload) {
        toHost(new LineFrame.Pong());
    }

    @Override
    public void onClose(WsSession page, int status, String reason) {
        left();
    }

    /// Helidon would put the exception's message into the close frame: ours goes out first.
    @Override
    public void onError(WsSession page, Throwable failure) {
        end(MALFORMED, "This is not what the terminal socket takes.");
    }

    private void toHost(LineFrame frame) {
        var to = line;
        if (to != null && !to.send(frame)) {
            end(STOPPING, LOST);
        }
    }

    private void left() {
        var ending = line;
        if (ending != null) {
            ending.send(new LineFrame.Close(STOPPING, ""));
            ending.close();
        }
        terminals.remove(this);
    }

    /// Says why, and closes the page's socket; one that takes nothing any more is cut.
    void end(int code, String reason) {
        var out = outlet;
        if (out != null && out.saidGoodbye(code, reason)) {
            connection.ifPresent(Connection::leaveSoon);
        } else {
            connection.ifPresent(Connection::cut);
        }
        left();
    }
}
