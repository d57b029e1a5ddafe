package dev.svc.server.terminal.attach;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.Output;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.Viewer;
import dev.svc.server.terminal.attach.Frame.Kind;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.shared.text.PlainText;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/// One attached terminal, on the server's side.
final class Guest {
    private static final String NAME = "terminal-of-this-host";

    private final DataInputStream in;
    private final DataOutputStream out;
    private final Terminals terminals;
    private final Engines engines;
    private final Replies replies;

    Guest(SocketChannel channel, Terminals terminals, Engines engines, Replies replies) {
        this.in = new DataInputStream(Channels.newInputStream(channel));
        this.out = new DataOutputStream(Channels.newOutputStream(channel));
        this.terminals = terminals;
        this.engines = engines;
        this.replies = replies;
    }

    void serve() throws IOException {
        var first = Frame.read(in).orElseThrow(() -> new IOException("nothing was said"));
        if (first.kind() == Kind.ASK) {
            answer(first.text());
        } else if (first.kind() == Kind.QUESTIONS) {
            Frame.of(Kind.SAID, replies.questions(first.text())).write(out);
        } else if (first.kind() == Kind.ANSWER) {
            Frame.of(Kind.SAID, replies.answer(first.text())).write(out);
        } else if (first.kind() == Kind.ACCESS) {
            Frame.of(Kind.SAID, replies.access()).write(out);
        } else if (first.kind() == Kind.SIZE) {
            attach(first.size());
        } else {
            throw new IOException("something else than a size or a question was said");
        }
    }

    private void answer(String id) throws IOException {
        try {
            var session = require(id);
            var text = terminals
                    .explain(session)
                    .map(it -> String.join("\n", it.status().word(), PlainText.line(it.by()), PlainText.line(it.on())))
                    .orElseGet(() -> terminals.isLive(session)
                            ? "idle\nnobody has looked at its screen yet\n"
                            : "off\nno terminal\n");
            Frame.of(Kind.STATUS, text).write(out);
        } catch (Refusal refused) {
            Frame.of(Kind.REFUSED, refused.sentence()).write(out);
        }
    }

    private SessionId require(String id) {
        return engines.findId(id)
                .orElseThrow(() -> new Refusal(Refusal.Reason.UNKNOWN, "There is no session %s.".formatted(id)));
    }

    private void attach(Size size) throws IOException {
        var wish = Frame.read(in).orElseThrow(() -> new IOException("nothing was asked for"));
        boolean looks = wish.kind() == Kind.LOOK;
        try (var viewer = open(wish.text(), size, looks)) {
            var sender = Thread.ofVirtual().name("attached " + wish.text()).start(() -> send(viewer));
            hear(viewer, looks);
            sender.interrupt();
        } catch (Refusal refused) {
            Frame.of(Kind.REFUSED, refused.sentence()).write(out);
        }
    }

    /// A person who attaches wants to type: takes the role over, as somebody at the machine may.
    private Viewer open(String id, Size size, boolean looks) throws IOException {
        var session = require(id);
        if (looks && !terminals.isLive(session) && !terminals.isOutside(session)) {
            throw new Refusal(Refusal.Reason.UNKNOWN, "The session does not run: attach without --view to start it.");
        }
        return terminals.open(new AttachRequest(
                session, size, null, false, null, false, NAME, !looks, null, false, Join.IF_THERE, true));
    }

    private void hear(Viewer viewer, boolean looks) throws IOException {
        for (var frame = Frame.read(in); frame.isPresent(); frame = Frame.read(in)) {
            if (!looks && frame.get().kind() == Kind.KEYS) {
                viewer.write(frame.get().bytes());
            } else if (!looks && frame.get().kind() == Kind.SIZE) {
                viewer.heard();
                viewer.resize(frame.get().size());
            }
        }
    }

    private void send(Viewer viewer) {
        try {
            var replay = new ScreenReplay(viewer.hello());
            var joined = terminals.joinedIn(viewer.hello().session());
            if (joined.isPresent()) {
                Frame.of(Kind.JOINED, PlainText.line(joined.get())).write(out);
            }
            Frame.of(Kind.ROLE, role(viewer.hello().writer())).write(out);
            for (var output = viewer.next(); output != null; output = viewer.next()) {
                send(output, viewer, replay);
            }
        } catch (IOException gone) {
            viewer.close();
        }
    }

    private void send(Output output, Viewer viewer, ScreenReplay replay) throws IOException {
        switch (output) {
            case Output.Bytes more -> {
                bytes(more.bytes().array(), more.bytes().remaining(), replay);
                viewer.acknowledgeAll();
            }
            case Output.Live _ -> new Frame(Kind.BYTES, replay.picture()).write(out);
            case Output.Lagged lagged -> Frame.of(Kind.BYTES, lagged.modes()).write(out);
            case Output.Role role -> Frame.of(Kind.ROLE, role(role.writer())).write(out);
            case Output.Ended ended ->
                Frame.of(Kind.ENDED, ended.exit().toString()).write(out);
            case Output.Resized _, Output.Adopted _, Output.Nudge _ -> {}
        }
    }

    private void bytes(byte[] bytes, int length, ScreenReplay replay) throws IOException {
        if (replay.isOver()) {
            new Frame(Kind.BYTES, Arrays.copyOf(bytes, length)).write(out);
        } else {
            replay.swallow(bytes, length);
        }
    }

    private static String role(boolean writer) {
        return writer ? "writer" : "viewer";
    }
}
