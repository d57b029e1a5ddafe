package dev.svc.server.terminal;

import dev.svc.server.terminal.Output.Bytes;
import dev.svc.server.terminal.Output.Ended;
import dev.svc.server.terminal.Output.Lagged;
import dev.svc.server.terminal.Output.Live;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.ring.Ring;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One socket's view of a terminal: a cursor into the ring, and the messages it needs beside the bytes.
///
/// One thread pulls; everything else may be called from any. Backpressure ends here: a slow viewer has no queue of
/// bytes, falls behind alone, and delays nobody else.
public final class Viewer implements Closeable {
    private static final int FRAME = 64 * 1024;

    /// The window of unacknowledged bytes to a client.
    private static final long WINDOW = 2 << 20;

    /// A frame this large means that more is coming: output is coalesced meanwhile. An echo is never that large.
    private static final int FLOOD = 4 * 1024;

    private static final long GATHERING_NANOS = 1_000_000;

    private final Terminal terminal;
    private final Ring ring;
    private final Roles.Seat seat;
    private final Hello hello;
    private final Queue<Output> news = new ConcurrentLinkedQueue<>();
    private volatile long cursor;
    private volatile long consumed;
    private volatile @Nullable Thread waiting;
    private volatile boolean closed;
    private boolean live;
    private boolean ended;
    private boolean floods;

    Viewer(Terminal terminal, Roles.Seat seat, Hello hello) {
        this.terminal = terminal;
        this.ring = terminal.ring();
        this.seat = seat;
        this.hello = hello;
        this.cursor = hello.start();
        this.consumed = hello.start();
    }

    public Hello hello() {
        return hello;
    }

    Roles.Seat seat() {
        return seat;
    }

    /// Waits for the next output; null when the viewer was closed.
    public @Nullable Output next() {
        try {
            while (!closed && !Thread.currentThread().isInterrupted()) {
                Output output = poll();
                if (output != null) {
                    return output;
                }
                await();
            }
        } catch (IllegalStateException ringClosed) {
            // this was the last viewer of an ended terminal, and has left
        }
        return null;
    }

    private @Nullable Output poll() {
        Output told = news.poll();
        if (told != null) {
            return told;
        }
        Output more = bytes();
        if (more != null) {
            return more;
        }
        if (!live && cursor >= hello.end()) {
            live = true;
            return new Live();
        }
        var exit = terminal.exit();
        if (exit != null && !ended && cursor >= ring.end()) {
            ended = true;
            return new Ended(exit);
        }
        return null;
    }

    private @Nullable Output bytes() {
        long from = cursor;
        long limit = live ? ring.end() : hello.end();
        int length = (int) Math.min(Math.min(limit - from, FRAME), consumed + WINDOW - from);
        if (length <= 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        int read = ring.read(from, bytes, 0, length);
        if (read < 0) {
            return fallBehind();
        }
        cursor = from + read;
        floods = read >= FLOOD;
        return new Bytes(ByteBuffer.wrap(bytes, 0, read));
    }

    private Output fallBehind() {
        var point = ring.resumePoint();
        cursor = point.offset();
        consumed = cursor;
        return new Lagged(point.offset(), point.modes(), ring.turnsFrom(point.offset()));
    }

    /// Sleeps until woken; checks once more after announcing the sleep, so that no wake-up is lost.
    private void await() {
        if (floods) {
            floods = false;
            LockSupport.parkNanos(this, GATHERING_NANOS);
            return;
        }
        waiting = Thread.currentThread();
        VarHandle.fullFence();
        if (!closed && !hasNews()) {
            LockSupport.park(this);
        }
        waiting = null;
    }

    private boolean hasNews() {
        boolean mayGoOn = cursor - consumed < WINDOW && cursor < ring.end();
        return mayGoOn
                || !news.isEmpty()
                || (terminal.exit() != null && !ended && cursor >= ring.end())
                || (!live && cursor >= hello.end());
    }

    void wake() {
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    void tell(Output output) {
        news.add(output);
        wake();
    }

    /// Has the pulling thread get a [Output.Nudge] next.
    public void nudge() {
        tell(new Output.Nudge());
    }

    /// True while more output waits only for the client's acknowledgement.
    public boolean isStalled() {
        return !closed && cursor - consumed >= WINDOW;
    }

    /// The client's last acknowledged offset.
    public long consumed() {
        return consumed;
    }

    /// The client has consumed the stream up to here; acknowledgements that go backwards are ignored.
    public void acknowledge(long offset) {
        if (offset > consumed && offset <= cursor) {
            consumed = offset;
            wake();
        }
    }

    /// Acknowledges everything that was handed out.
    public void acknowledgeAll() {
        acknowledge(cursor);
    }

    /// Keys for the program; those of a viewer without the role are dropped.
    public void write(byte[] keys) throws IOException {
        if (!closed) {
            terminal.write(this, keys);
        }
    }

    public void resize(Size size) {
        if (!closed) {
            terminal.resize(this, size);
        }
    }

    public void takeOver() {
        if (!closed) {
            terminal.takeOver(this);
        }
    }

    /// Any sign of life from the client, so that its role is not taken for abandoned.
    public void heard() {
        terminal.heard(this);
    }

    /// True when others watch as well, so that a dead viewer should be noticed soon.
    public boolean hasCompany() {
        return terminal.viewers() > 1;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            terminal.left(this);
            wake();
        }
    }
}
