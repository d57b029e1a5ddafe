package dev.svc.server.fleet.line;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.LineSeal;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// One end of a line. What is sent arrives once and in order, or the line is broken at both ends: whoever uses it
/// begins again with the offsets that the terminal's socket knows.
///
/// One thread takes what comes; any may send.
public final class HostLine implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(HostLine.class.getName());

    /// Four times what a terminal sends before it is acknowledged.
    private static final long MOST_WAITING = 8 << 20;

    private static final int MOST_FRAMES = 20_000;

    /// A frame, filled up and sealed.
    private static final int LARGEST = LineFrame.LARGEST + 512;

    private final Ends ends;
    private final Duration silent;
    private final Consumer<DropReason> dropped;
    private final ReentrantLock sending = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition came = lock.newCondition();

    @GuardedBy("sending")
    private long sent;

    /// Messages as they came; they are opened by who takes them.
    @GuardedBy("lock")
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private long waitingBytes;

    @GuardedBy("lock")
    private boolean over;

    @GuardedBy("lock")
    private @Nullable AutoCloseable subscription;

    @GuardedBy("lock")
    private final List<Runnable> atEnd = new ArrayList<>();

    private volatile @Nullable LineSeal seal;
    private volatile long heardAt = System.nanoTime();

    @OwnedBy("the thread that takes")
    private long taken;

    /// Under which names it goes.
    ///
    /// @param here where messages for this end lie
    /// @param there where messages for the other end lie
    record Ends(BrokerLink link, String here, String there) {}

    HostLine(Ends ends, Duration silent, Consumer<DropReason> dropped) {
        this.ends = ends;
        this.silent = silent;
        this.dropped = dropped;
    }

    /// The key is agreed upon: frames go and come from now on.
    void sealWith(LineSeal agreed) {
        seal = agreed;
    }

    /// Takes what comes from now on.
    void listen() throws IOException {
        var made = ends.link().listen(ends.here(), this::arrived);
        lock.lock();
        try {
            subscription = made;
        } finally {
            lock.unlock();
        }
    }

    /// Runs something once this line is over, on a thread of its own; at once where it is.
    public void onEnd(Runnable deed) {
        lock.lock();
        try {
            if (!over) {
                atEnd.add(deed);
                return;
            }
        } finally {
            lock.unlock();
        }
        Thread.startVirtualThread(deed);
    }

    /// Sends one frame; false where the line is broken.
    public boolean send(LineFrame frame) {
        sending.lock();
        try {
            if (isOver()) {
                return false;
            }
            byte[] message = agreed().seal(++sent, LineFrame.written(frame));
            ends.link().say(ends.there(), message);
            return true;
        } catch (IOException lost) {
            LOG.log(Level.FINE, "a line is broken", lost);
            close();
            return false;
        } finally {
            sending.unlock();
        }
    }

    /// On a thread of the broker; never waits.
    private void arrived(byte[] message) {
        lock.lock();
        try {
            if (over) {
                return;
            }
            heardAt = System.nanoTime();
            waitingBytes += message.length;
            if (waitingBytes > MOST_WAITING || waiting.size() == MOST_FRAMES) {
                LOG.fine("more came over a line than is taken");
                end();
                return;
            }
            waiting.add(message);
            came.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The next frame; null once the line is broken or closed.
    public @Nullable LineFrame next() throws InterruptedException {
        while (true) {
            byte[] message = nextMessage();
            if (message == null) {
                return null;
            }
            try {
                var frame = opened(message);
                if (frame != null && !(frame instanceof LineFrame.Beat)) {
                    return frame;
                }
            } catch (RefusedException refused) {
                dropped.accept(refused.refusal()); // somebody made it up, or sent it again: the true ones still come
            } catch (MalformedException broken) {
                LOG.log(Level.FINE, "dropped", broken);
                dropped.accept(DropReason.MALFORMED);
                close();
            }
        }
    }

    private byte @Nullable [] nextMessage() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty() && !over) {
                came.await();
            }
            byte[] message = over ? null : waiting.poll();
            waitingBytes -= message == null ? 0 : message.length;
            return message;
        } finally {
            lock.unlock();
        }
    }

    private LineSeal agreed() {
        return Objects.requireNonNull(seal, "a line is used before there is a key");
    }

    private @Nullable LineFrame opened(byte[] message) throws RefusedException, MalformedException {
        if (message.length > LARGEST) {
            throw new RefusedException(DropReason.TOO_LARGE);
        }
        long number = LineSeal.numberOf(message);
        if (number <= taken) {
            throw new RefusedException(DropReason.REPLAYED);
        }
        byte[] payload = agreed().open(message);
        if (number != taken + 1) {
            throw new MalformedException("a frame of a line is missing");
        }
        taken = number;
        return LineFrame.read(payload);
    }

    /// Says that this end is there; a line whose other end is silent for too long is broken.
    void beat() {
        if (System.nanoTime() - heardAt > silent.toNanos()) {
            close();
        } else {
            send(new LineFrame.Beat());
        }
    }

    public boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void end() {
        if (!over) {
            over = true;
            atEnd.forEach(Thread::startVirtualThread);
        }
        waiting.clear();
        waitingBytes = 0;
        came.signalAll();
    }

    /// What was sent before still arrives; nothing more is taken.
    @Override
    public void close() {
        AutoCloseable ending;
        lock.lock();
        try {
            end();
            ending = subscription;
            subscription = null;
        } finally {
            lock.unlock();
        }
        try {
            if (ending != null) {
                ending.close();
            }
        } catch (Exception gone) {
            LOG.log(Level.FINE, "the connection of a line is gone", gone);
        }
    }
}
