package dev.svc.server.bench.ground;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;

/// A shell at the other end of a wire that says nothing by itself and hands its output through unchanged,
/// so that bytes in are bytes out. One thread uses it.
public final class QuietShell implements Closeable {
    private static final int ROOM = 256 * 1024;
    private static final int LONGEST = 64; // of what is waited for

    private final Wire wire;
    private final byte[] room = new byte[ROOM + LONGEST];
    private int kept; // bytes before the room's new ones, in which a word may have begun
    private int said;
    private long first;

    private QuietShell(Wire wire) {
        this.wire = wire;
    }

    /// Makes the shell quiet and waits until it is.
    public static QuietShell at(Wire wire) throws IOException {
        var shell = new QuietShell(wire);
        shell.tell("PS1=; PS2=; stty -echo -opost; printf 'RDY%sK\\n' 1");
        shell.await("RDY1K");
        return shell;
    }

    /// One that is quiet already, looked at anew: what is said comes once more.
    public static QuietShell again(Wire wire) {
        return new QuietShell(wire);
    }

    public Wire wire() {
        return wire;
    }

    public void tell(String line) throws IOException {
        wire.type((line + "\n").getBytes(UTF_8));
    }

    /// Runs a command and returns when its end was seen, in nanoseconds of the system.
    public long run(String command) throws IOException {
        said++;
        tell(command + "; printf '\\nEND%sZ\\n' " + said);
        return await("END%dZ".formatted(said));
    }

    /// Reads until the word has come, and returns when, in nanoseconds of the system.
    public long await(String word) throws IOException {
        var wanted = word.getBytes(UTF_8);
        first = 0;
        while (true) {
            int length = wire.read(room, kept);
            first = first == 0 ? System.nanoTime() : first;
            if (length < 0) {
                throw new IOException("the terminal ended before it said " + word);
            }
            int end = kept + length;
            if (contains(wanted, end)) {
                kept = 0;
                return System.nanoTime();
            }
            kept = Math.min(end, wanted.length - 1);
            System.arraycopy(room, end - kept, room, 0, kept);
        }
    }

    /// When the first of what [#await] read last had come, in nanoseconds of the system.
    public long first() {
        return first;
    }

    /// Waits for anything at all, and returns when it came, in nanoseconds of the system.
    public long awaitAny() throws IOException {
        if (wire.read(room, 0) < 0) {
            throw new IOException("the terminal ended");
        }
        return System.nanoTime();
    }

    private boolean contains(byte[] wanted, int end) {
        for (int at = 0; at <= end - wanted.length; at++) {
            if (room[at] == wanted[0] && isAt(wanted, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(byte[] wanted, int at) {
        for (int i = 1; i < wanted.length; i++) {
            if (room[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /// Reads what comes until the terminal is over, and leaves it.
    public void drain() {
        try (wire) {
            while (wire.read(room, 0) >= 0) {
                kept = 0;
            }
        } catch (IOException closed) {
            // it is over
        }
    }

    /// Ends the shell and waits until its terminal is over.
    public void end() throws IOException {
        tell("exit");
        drain();
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
