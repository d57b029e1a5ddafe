package dev.svc.server.terminal;

import dev.svc.server.terminal.host.Program;
import dev.svc.server.terminal.ring.Recorder;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/// Reads a program to its end, piece by piece, for its recorder.
///
/// A virtual thread that waits costs next to nothing, but waking it takes several switches between threads of the
/// system. So a flood is read by a thread of the system, which lets a little gather before it looks again.
final class Intake {
    private static final int SMALL = 4 * 1024;
    private static final int LARGE = 64 * 1024;

    /// What a piece of a flood has at least; dtach hands on 4 KiB at a time.
    private static final int FULL = 2 * 1024;

    /// So many in a row are a flood; a program that only repaints its screen fills fewer.
    private static final int FLOOD = 16;

    /// dtach holds its program up when some 40 KB wait, which at 200 MB/s gather in twice that time.
    private static final long NAP_NANOS = 100_000;

    private final Program program;
    private final Recorder recorder;
    private final Runnable arrives;
    private final Runnable arrived;
    private boolean ended; // read and written by one thread after the other

    /// @param arrives is called ahead of each piece, so that whoever sees the piece sees that it was noted
    /// @param arrived is called after each piece
    Intake(Program program, Recorder recorder, Runnable arrives, Runnable arrived) {
        this.program = program;
        this.recorder = recorder;
        this.arrives = arrives;
        this.arrived = arrived;
    }

    void readAll() throws InterruptedException {
        while (!ended) {
            read(this::readCalm);
            if (!ended) {
                Thread.ofPlatform()
                        .daemon()
                        .name("flood")
                        .start(() -> read(this::readFlood))
                        .join();
            }
        }
    }

    private interface Reading {
        void run() throws IOException;
    }

    private void read(Reading reading) {
        try {
            reading.run();
        } catch (IOException | IllegalStateException gone) {
            ended = true; // the host's end of the terminal is gone, or the ring was closed under a server that stops
        }
    }

    private void readCalm() throws IOException {
        boolean movable = Thread.currentThread().isVirtual();
        byte[] buffer = new byte[SMALL];
        int full = 0;
        while (!ended && full < FLOOD) {
            full = take(buffer) >= FULL && movable ? full + 1 : 0;
        }
    }

    private void readFlood() throws IOException {
        byte[] buffer = new byte[LARGE];
        for (int n = take(buffer); n >= FULL; n = take(buffer)) {
            if (n < LARGE) {
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
    }

    private int take(byte[] buffer) throws IOException {
        int n = program.read(buffer);
        if (n < 0) {
            ended = true;
        } else {
            arrives.run();
            recorder.record(buffer, n);
            arrived.run();
        }
        return n;
    }
}
