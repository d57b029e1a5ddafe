package dev.svc.server.terminal.attach;

import dev.svc.server.session.Status;
import dev.svc.server.terminal.attach.Frame.Kind;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.status.Explained;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// A terminal of this host attached to a session, on its own side.
public final class Attachment implements Closeable {
    private final SocketChannel channel;
    private final DataInputStream in;
    private final DataOutputStream out;

    private Attachment(SocketChannel channel) {
        this.channel = channel;
        this.in = new DataInputStream(Channels.newInputStream(channel));
        this.out = new DataOutputStream(Channels.newOutputStream(channel));
    }

    /// How it ended.
    public sealed interface End {
        /// The program has ended.
        record Ended(String how) implements End {}

        /// The session could not be opened.
        record Refused(String sentence) implements End {}

        /// The server has gone, or this side closed.
        record Closed() implements End {}
    }

    /// Connects to the server that runs on a home; fails when there is none.
    public static Attachment to(Path runtimeFolder) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(AttachDoor.file(runtimeFolder)));
            return new Attachment(channel);
        } catch (IOException | RuntimeException nobody) {
            channel.close();
            throw nobody;
        }
    }

    /// Asks for a session; the answer arrives when its output is pumped.
    ///
    /// @param looks never writes
    public void open(String session, Size size, boolean looks) throws IOException {
        resize(size);
        send(Frame.of(looks ? Kind.LOOK : Kind.OPEN, session));
    }

    /// Asks what a session's program is doing, in place of opening it; empty when the server does not answer that.
    ///
    /// @throws RefusedException when the server knows no such session
    public Optional<Explained> ask(String session) throws IOException, RefusedException {
        send(Frame.of(Kind.ASK, session));
        var answer = Frame.read(in);
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        return switch (answer.get().kind()) {
            case STATUS -> Optional.of(explained(answer.get().text().split("\n", -1)));
            case REFUSED -> throw new RefusedException(answer.get().text());
            default -> throw new IOException("not a frame of the server");
        };
    }

    /// The open questions of programs as JSON, in place of opening a session; empty when the server does not answer
    /// that.
    ///
    /// @param session whose; empty for all
    public Optional<String> questions(String session) throws IOException {
        return said(Frame.of(Kind.QUESTIONS, session));
    }

    /// What became of an answer as JSON, in place of opening a session.
    public Optional<String> answer(String wish) throws IOException {
        return said(Frame.of(Kind.ANSWER, wish));
    }

    /// Where the API is and what opens it, as JSON, in place of opening a session; empty when the server does not
    /// answer that.
    public Optional<String> access() throws IOException {
        return said(Frame.of(Kind.ACCESS, ""));
    }

    private Optional<String> said(Frame frame) throws IOException {
        send(frame);
        var answer = Frame.read(in);
        if (answer.isPresent() && answer.get().kind() != Kind.SAID) {
            throw new IOException("not a frame of the server");
        }
        return answer.map(Frame::text);
    }

    private static Explained explained(String[] lines) throws IOException {
        if (lines.length != 3) {
            throw new IOException("not an answer of the server");
        }
        for (var status : Status.values()) {
            if (status.word().equals(lines[0])) {
                return new Explained(status, lines[1], lines[2]);
            }
        }
        throw new IOException("no status: " + lines[0]);
    }

    /// The server has nothing to say of such a session, and why.
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String sentence) {
            super(sentence);
        }
    }

    public void type(byte[] keys, int length) throws IOException {
        send(new Frame(Kind.KEYS, Arrays.copyOf(keys, length)));
    }

    /// Also serves as a sign of life.
    public void resize(Size size) throws IOException {
        send(Frame.of(size));
    }

    private synchronized void send(Frame frame) throws IOException {
        frame.write(out);
    }

    /// What else than output arrives.
    public interface Listener {
        /// The program runs outside svc, at this place; told before any output.
        void joined(String place);

        /// Whether keys count, at first and on every change.
        void writes(boolean mayWrite);
    }

    /// Copies the session's output until it ends.
    public End pump(OutputStream screen, Listener listener) throws IOException {
        for (var frame = Frame.read(in); frame.isPresent(); frame = Frame.read(in)) {
            switch (frame.get().kind()) {
                case BYTES -> {
                    screen.write(frame.get().bytes());
                    screen.flush();
                }
                case ROLE -> listener.writes(frame.get().text().equals("writer"));
                case JOINED -> listener.joined(frame.get().text());
                case ENDED -> {
                    return new End.Ended(frame.get().text());
                }
                case REFUSED -> {
                    return new End.Refused(frame.get().text());
                }
                case OPEN, LOOK, KEYS, SIZE, ASK, STATUS, QUESTIONS, ANSWER, ACCESS, SAID ->
                    throw new IOException("not a frame of the server");
            }
        }
        return new End.Closed();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
