package dev.svc.server.http.term;

import dev.svc.server.http.connection.Connection;
import dev.svc.server.http.connection.SocketOutlet;
import dev.svc.server.http.term.TermControls.Said;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.Output;
import dev.svc.server.terminal.Viewer;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import io.helidon.common.buffers.BufferData;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// One terminal socket: incoming frames become keys and controls, a viewer's output becomes frames. Its own thread
/// sends.
public final class TermSocket implements WsListener {
    private static final Logger LOG = Logger.getLogger(TermSocket.class.getName());
    /// What one frame and one message may have; the page cuts what is pasted.
    public static final int MAX_MESSAGE = 64 << 10;

    private static final int STOPPING = 1001;
    private static final int UNKNOWN = 4404;
    private static final int HELD = 4409;
    private static final int ENDED = 4410;
    private static final int MALFORMED = 4413;
    private static final int NOT_STARTED = 4500;
    private static final Duration STUCK = Duration.ofSeconds(30);
    private static final Duration SILENT = Duration.ofSeconds(75);

    private final TermSockets sockets;
    private final Optional<AttachRequest> opening;
    private final @Nullable String login;
    private final StringBuilder text = new StringBuilder();
    private int binaryLength;

    private volatile Optional<Connection> connection = Optional.empty();
    private volatile @Nullable SocketOutlet outlet;
    private volatile @Nullable Viewer viewer;
    private volatile @Nullable Thread sender;
    private volatile long heardAt = System.nanoTime();
    private volatile long nudgedAt = System.nanoTime();
    private volatile long consumed;
    private volatile long consumedAt = System.nanoTime();

    /// @param opening empty when the address names no session that could be
    TermSocket(TermSockets sockets, Optional<AttachRequest> opening, @Nullable String login) {
        this.sockets = sockets;
        this.opening = opening;
        this.login = login;
    }

    @Nullable
    String login() {
        return login;
    }

    @Override
    public void onOpen(WsSession session) {
        var out = new SocketOutlet(session);
        outlet = out;
        connection = Connection.current();
        try {
            var opened = sockets.terminals()
                    .open(opening.orElseThrow(() -> new Refusal(Refusal.Reason.UNKNOWN, "There is no such session.")));
            viewer = opened;
            sockets.add(this);
            Connection.afterThread(Thread.currentThread(), this::left);
            sender = Thread.ofVirtual()
                    .name("socket " + opened.hello().session())
                    .start(() -> send(opened, out));
        } catch (Refusal refused) {
            out.close(code(refused.reason()), refused.sentence());
            connection.ifPresent(Connection::leave);
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "a terminal could not be opened");
            out.close(NOT_STARTED, "The terminal could not be started; the server's log says why.");
            connection.ifPresent(Connection::leave);
        }
    }

    private static int code(Refusal.Reason reason) {
        return switch (reason) {
            case UNKNOWN -> UNKNOWN;
            case HELD -> HELD;
            case NOT_STARTED -> NOT_STARTED;
        };
    }

    private void send(Viewer from, SocketOutlet out) {
        try {
            out.text(TermControls.hello(from.hello()).toString());
            for (var output = from.next(); output != null; output = from.next()) {
                send(output, out);
            }
        } catch (RuntimeException gone) {
            LOG.log(Level.FINE, gone, () -> "a socket ended while sending");
        } finally {
            from.close();
        }
    }

    private void send(Output output, SocketOutlet out) {
        switch (output) {
            case Output.Bytes bytes ->
                out.bytes(bytes.bytes().array(), bytes.bytes().remaining());
            case Output.Live live -> out.text(TermControls.live().toString());
            case Output.Role role -> out.text(TermControls.role(role).toString());
            case Output.Resized size -> out.text(TermControls.size(size).toString());
            case Output.Adopted adopted ->
                out.text(TermControls.adopted(adopted).toString());
            case Output.Lagged lagged -> out.text(TermControls.lag(lagged).toString());
            case Output.Nudge nudge -> out.ping();
            case Output.Ended ended -> {
                out.text(TermControls.exit(ended).toString());
                out.close(ENDED, "The program has ended.");
                connection.ifPresent(Connection::leaveSoon);
            }
        }
    }

    @Override
    public void onMessage(WsSession session, BufferData data, boolean last) {
        binaryLength += data.available();
        if (binaryLength > MAX_MESSAGE) {
            malformed("A frame may have 64 KiB at most.");
            return;
        }
        if (last) {
            binaryLength = 0;
        }
        byte[] keys = data.readBytes();
        sockets.keyed();
        withViewer(seen -> seen.write(keys));
    }

    @Override
    public void onMessage(WsSession session, String part, boolean last) {
        if (text.length() + part.length() > MAX_MESSAGE) {
            malformed("A frame may have 64 KiB at most.");
            return;
        }
        text.append(part);
        if (last) {
            String whole = text.toString();
            text.setLength(0);
            var said = TermControls.read(whole);
            if (said == null) {
                malformed("This is not a control that is known here.");
            } else {
                obey(said);
            }
        }
    }

    private void obey(Said said) {
        switch (said) {
            case Said.Resize resize -> resize(resize);
            case Said.Ack ack -> withViewer(seen -> seen.acknowledge(ack.offset()));
            case Said.Takeover takeover -> withViewer(Viewer::takeOver);
            case Said.Ping ping -> {
                var out = outlet;
                if (out != null) {
                    out.text(TermControls.pong(ping.n()).toString());
                }
                withViewer(seen -> {});
            }
        }
    }

    private void resize(Said.Resize resize) {
        try {
            var size = new Size(resize.cols(), resize.rows());
            withViewer(seen -> seen.resize(size));
        } catch (IllegalArgumentException outside) {
            malformed("A terminal is 1 to 1000 columns and rows.");
        }
    }

    /// A viewer's action that fails only because its program has just ended.
    private interface Deed {
        void on(Viewer viewer) throws IOException;
    }

    private void withViewer(Deed deed) {
        heardAt = System.nanoTime();
        var seen = viewer;
        if (seen == null) {
            return;
        }
        try {
            seen.heard();
            deed.on(seen);
        } catch (IOException | UncheckedIOException ended) {
            LOG.log(Level.FINE, ended, () -> "a program ended while it received input");
        }
    }

    private void malformed(String reason) {
        end(MALFORMED, reason);
    }

    @Override
    public void onPing(WsSession session, BufferData payload) {
        var out = outlet;
        if (out != null) {
            out.pong(payload);
        }
        withViewer(seen -> {});
    }

    @Override
    public void onPong(WsSession session, BufferData payload) {
        withViewer(seen -> {});
    }

    @Override
    public void onClose(WsSession session, int status, String reason) {
        left();
    }

    /// Helidon would put the exception's message into the close frame: ours goes out first.
    @Override
    public void onError(WsSession session, Throwable failure) {
        end(MALFORMED, "This is not what the terminal socket takes.");
        left();
    }

    private void left() {
        var seen = viewer;
        if (seen != null) {
            seen.close();
        }
        sockets.remove(this);
    }

    /// Sends the reason and closes; a socket that takes nothing any more is cut.
    void end(int code, String reason) {
        var out = outlet;
        if (out != null && out.saidGoodbye(code, reason)) {
            connection.ifPresent(Connection::leaveSoon);
        } else {
            cut();
        }
        left();
    }

    /// Says that the server stops, and waits a moment for the page to hang up.
    void stop(Duration atMost) throws InterruptedException {
        end(STOPPING, "The server is stopping; the program lives on.");
        if (connection.isPresent() && !connection.get().awaitEnd(atMost)) {
            cut();
        }
    }

    /// Closes the transport under a blocked send. Without a known transport, interrupting the sending virtual thread
    /// does the same.
    private void cut() {
        connection.ifPresent(Connection::cut);
        var thread = sender;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /// Called every few seconds: sends a ping, and closes a socket that does not answer or makes no progress.
    void check() {
        var out = outlet;
        var seen = viewer;
        if (out == null || seen == null) {
            return;
        }
        long now = System.nanoTime();
        if (out.stuckNanos() > STUCK.toNanos()) {
            cut();
            left();
        } else if (now - heardAt > SILENT.toNanos() || isStalled(seen, now)) {
            end(STOPPING, "Nothing was heard for too long.");
        } else if (now - nudgedAt > pause(seen).toNanos()) {
            nudgedAt = now;
            seen.nudge();
        }
    }

    private boolean isStalled(Viewer seen, long now) {
        if (!seen.isStalled() || seen.consumed() != consumed) {
            consumed = seen.consumed();
            consumedAt = now;
        }
        return now - consumedAt > STUCK.toNanos();
    }

    private static Duration pause(Viewer seen) {
        return seen.hasCompany() ? Duration.ofSeconds(3) : Duration.ofSeconds(25);
    }
}
