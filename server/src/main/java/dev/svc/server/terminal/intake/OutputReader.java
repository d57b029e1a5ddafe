package dev.svc.server.terminal.intake;

import dev.svc.server.terminal.host.OutputSource;
import dev.svc.server.terminal.ring.Recorder;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/// Reads a program to its end, piece by piece, for its recorder: at the desk while it prints little, by a thread of its
/// own while it floods.
public final class OutputReader {
    private static final int SMALL = 4 * 1024;
    private static final int LARGE = 64 * 1024;

    /// So much at once is a flood, whose end gathers up to 40 KB; a program that only repaints its screen prints less.
    private static final int FLOOD = 16 * 1024;

    /// The least size of a flood's piece; dtach passes on 4 KiB at a time.
    private static final int FULL = 2 * 1024;

    /// A flood that brings this little so often in a row is over.
    private static final int DRY = 16;

    /// dtach blocks its program when some 40 KB are pending, which at 200 MB/s takes twice this time.
    private static final long NAP_NANOS = 100_000;

    /// While somebody types, a flood is throttled in favour of the echo: it still gets 40 MB/s.
    private static final long POLITE_NAP_NANOS = 1_000_000;

    private final OutputSource source;
    private final OutputSelector selector;
    private final Recorder recorder;
    private final Runnable arrives;
    private final Runnable arrived;
    private final OutputSelector.Guest guest = this::takeWaiting;
    private volatile boolean ended; // never taken back

    /// @param arrives called before each piece is published, so that the note happens before anybody sees the piece
    /// @param arrived called after each piece
    public OutputReader(
            OutputSource source, OutputSelector selector, Recorder recorder, Runnable arrives, Runnable arrived) {
        this.source = source;
        this.selector = selector;
        this.recorder = recorder;
        this.arrives = arrives;
        this.arrived = arrived;
    }

    public void readAll() throws InterruptedException {
        var channel = source.channel();
        if (channel.isEmpty()) {
            readWaiting();
            return;
        }
        while (!ended) {
            attend(channel.get());
            if (!ended) {
                Thread.ofPlatform()
                        .daemon()
                        .name("flood")
                        .start(this::readFlood)
                        .join();
            }
        }
    }

    /// What was typed is about to be answered.
    public void hurry() {
        selector.hurry();
    }

    /// Stops reading and leaves the source open. Once [#readAll] has returned, all that was read is recorded, and who
    /// reads on misses nothing.
    public void stop() {
        ended = true;
        selector.dismiss(guest);
    }

    /// Closes the source: reading ends.
    public void letGo() {
        source.close();
        selector.sendAway(guest);
    }

    private void attend(SocketChannel channel) throws InterruptedException {
        try {
            selector.attend(channel, guest);
            if (!channel.isOpen()) {
                ended = true;
            }
        } catch (IOException | ClosedSelectorException closed) {
            ended = true;
        }
    }

    private void readWaiting() {
        byte[] buffer = new byte[SMALL];
        while (!ended) {
            take(buffer);
        }
    }

    private boolean takeWaiting(byte[] room) {
        int n = take(room);
        return !ended && n < FLOOD;
    }

    private void readFlood() {
        byte[] buffer = new byte[LARGE];
        int little = 0;
        while (!ended && little < DRY) {
            int n = take(buffer);
            little = n < FULL ? little + 1 : 0;
            if (n < LARGE) {
                LockSupport.parkNanos(selector.isHurried() ? POLITE_NAP_NANOS : NAP_NANOS);
            }
        }
    }

    private int take(byte[] buffer) {
        try {
            int n = source.read(buffer);
            if (n > 0) {
                arrives.run();
                recorder.record(buffer, n);
                arrived.run();
            }
            if (n < 0) {
                ended = true;
            }
            return n;
        } catch (IOException | IllegalStateException gone) {
            ended = true; // the host's end of the terminal is gone, or the ring was closed under a server that stops
            return -1;
        }
    }
}
