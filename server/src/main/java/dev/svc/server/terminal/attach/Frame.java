package dev.svc.server.terminal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.terminal.host.Size;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/// What the two ends of an attachment tell each other: a kind, a length, and that many bytes.
public final class Frame {
    private static final int MOST = 1 << 20;

    private final Kind kind;
    private final byte[] bytes; // never changed once it is in a frame

    /// Who sends what.
    enum Kind {
        /// Client: the session's id.
        OPEN('o'),
        /// Client: the same, without ever writing.
        LOOK('l'),
        /// Client: what was typed.
        KEYS('k'),
        /// Client: its size, as columns and rows; before it opens and whenever it changes.
        SIZE('s'),
        /// Both: output of the program, or what draws its screen.
        BYTES('b'),
        /// Server: whether the client writes, as `writer` or `viewer`.
        ROLE('r'),
        /// Server: the program runs outside svc, and where; before all output.
        JOINED('j'),
        /// Server: the program has ended, and how.
        ENDED('e'),
        /// Client: the session's id, in place of all others; asks for its status and attaches to nothing.
        ASK('q'),
        /// Server: the status in one line, what decided in the next and what that was read from in the last.
        STATUS('a'),
        /// Client: the session's id, or nothing for all, in place of all others; asks what programs ask.
        QUESTIONS('u'),
        /// Client: an answer to a question, as JSON, in place of all others.
        ANSWER('w'),
        /// Client: nothing, in place of all others; asks for what opens the API to this host's own user.
        ACCESS('c'),
        /// Server: what is said to these three, as JSON.
        SAID('d'),
        /// Server: there is nothing to attach to, and why.
        REFUSED('x');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        static Kind of(int letter) throws IOException {
            for (var kind : values()) {
                if (kind.letter == letter) {
                    return kind;
                }
            }
            throw new IOException("not a frame of svc");
        }
    }

    Frame(Kind kind, byte[] bytes) {
        this.kind = kind;
        this.bytes = bytes;
    }

    static Frame of(Kind kind, String text) {
        return new Frame(kind, text.getBytes(UTF_8));
    }

    static Frame of(Size size) {
        return of(Kind.SIZE, size.cols() + " " + size.rows());
    }

    Kind kind() {
        return kind;
    }

    public byte[] bytes() {
        return bytes;
    }

    String text() {
        return new String(bytes, UTF_8);
    }

    Size size() throws IOException {
        String[] parts = text().split(" ", -1);
        try {
            return new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException none) {
            throw new IOException("no size: " + text(), none);
        }
    }

    /// Empty at the end of the stream.
    static Optional<Frame> read(DataInputStream in) throws IOException {
        int letter = in.read();
        if (letter < 0) {
            return Optional.empty();
        }
        var kind = Kind.of(letter);
        int length = in.readInt();
        if (length < 0 || length > MOST) {
            throw new IOException("not a frame of svc");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return Optional.of(new Frame(kind, bytes));
    }

    void write(DataOutputStream out) throws IOException {
        out.write(kind.letter);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }
}
