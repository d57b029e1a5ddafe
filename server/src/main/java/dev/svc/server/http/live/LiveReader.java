package dev.svc.server.http.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A bounded queue of events for one page. A page that falls behind further is asked to reload its lists, and its
/// stream ends.
public final class LiveReader {
    private static final int MOST = 512;
    private static final Duration LAST_WORD = Duration.ofSeconds(10);

    private final BlockingQueue<LiveEvent> waiting = new ArrayBlockingQueue<>(MOST);

    @GuardedBy("this")
    private @Nullable Thread writer;

    @GuardedBy("this")
    private boolean ended;

    public synchronized void offer(LiveEvent event) {
        if (!ended && !waiting.offer(event)) {
            waiting.clear();
            waiting.add(LiveEvent.resync(null));
            end();
        }
    }

    /// The thread that writes to the page from now on.
    synchronized void writtenBy(Thread thread) {
        writer = thread;
    }

    /// The next event; null after a silence of `atMost`.
    @Nullable
    public LiveEvent next(Duration atMost) throws InterruptedException {
        return waiting.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Takes no more events. A page that does not even take the last message in time loses its connection: only
    /// interrupting the virtual thread that writes ends a blocked write.
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        if (!waiting.offer(LiveEvent.END)) {
            waiting.clear();
            waiting.add(LiveEvent.END);
        }
        Thread.ofVirtual().name("events-last-word").start(this::interruptLater);
    }

    private void interruptLater() {
        try {
            Thread.sleep(LAST_WORD);
            interrupt();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void interrupt() {
        if (writer != null) {
            writer.interrupt();
        }
    }

    /// The stream is closed: its thread moves on to other work.
    public synchronized void left() {
        writer = null;
        ended = true;
    }
}
