package dev.svc.server.terminal.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Input in order, on its way to a program. Senders never wait for a program that takes nothing at the moment, until
/// the queue is very long (backpressure).
final class InputQueue {
    /// Tens of thousands of keys; more must be a paste, whose sender can wait.
    private static final long ROOM = 1 << 20;

    private final Way way;
    private final Thread.Builder carriers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>(); // the first one is with the carrier

    @GuardedBy("lock")
    private final LinkedHashMap<String, ByteBuffer> latest = new LinkedHashMap<>(); // by kind, behind what waits

    @GuardedBy("lock")
    private long size;

    @GuardedBy("lock")
    private @Nullable IOException broken;

    /// The sink of the bytes.
    interface Way {
        /// Takes what it can without blocking.
        void offer(ByteBuffer bytes) throws IOException;

        /// Takes everything, blocking as long as necessary.
        void carry(ByteBuffer bytes) throws IOException;
    }

    /// @param carriers threads that may block on the program
    InputQueue(Way way, Thread.Builder carriers) {
        this.way = way;
        this.carriers = carriers;
    }

    /// Sends after everything that was sent before.
    void send(ByteBuffer bytes) throws IOException {
        lock.lock();
        try {
            while (size > ROOM && broken == null) {
                moved.awaitUninterruptibly();
            }
            put(bytes);
        } finally {
            lock.unlock();
        }
    }

    /// Queues at most one of each kind, the latest, behind what is there. Never waits.
    void sendLatest(String kind, ByteBuffer bytes) throws IOException {
        lock.lock();
        try {
            if (waiting.isEmpty()) {
                put(bytes);
            } else {
                latest.putLast(kind, bytes);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void put(ByteBuffer bytes) throws IOException {
        if (broken != null) {
            throw new IOException("The program accepts no more input.", broken);
        }
        if (waiting.isEmpty()) {
            way.offer(bytes);
        }
        if (bytes.hasRemaining()) {
            queue(bytes);
            if (waiting.size() == 1) {
                carriers.start(this::carryAll);
            }
        }
    }

    @GuardedBy("lock")
    private void queue(ByteBuffer bytes) {
        size += bytes.remaining();
        waiting.add(bytes);
    }

    private void carryAll() {
        try {
            var next = first();
            while (next != null) {
                int length = next.remaining();
                way.carry(next);
                next = after(length);
            }
        } catch (IOException gone) {
            breakOff(gone);
        } catch (RuntimeException | Error failed) {
            breakOff(new IOException(failed)); // a caller that waits for room would wait forever
            throw failed;
        }
    }

    private @Nullable ByteBuffer first() {
        lock.lock();
        try {
            return waiting.peek();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ByteBuffer after(int carried) {
        lock.lock();
        try {
            waiting.remove();
            size -= carried;
            if (waiting.isEmpty()) {
                for (var last : latest.values()) {
                    queue(last);
                }
                latest.clear();
            }
            moved.signalAll();
            return waiting.peek();
        } finally {
            lock.unlock();
        }
    }

    private void breakOff(IOException gone) {
        lock.lock();
        try {
            broken = gone;
            waiting.clear();
            latest.clear();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
