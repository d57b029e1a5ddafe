package dev.svc.server.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// What waits for one page, up to a bound. A page that falls behind further is told to ask anew, and its stream ends.
final class LiveReader {
    private static final int MOST = 512;
    private static final Duration LAST_WORD = Duration.ofSeconds(10);

    private final Deque<LiveEvent> waiting = new ArrayDeque<>(); // guarded by this
    private @Nullable Thread writer; // guarded by this
    private boolean ended; // guarded by this

    synchronized void offer(LiveEvent event) {
        if (ended) {
            return;
        }
        waiting.add(event);
        if (waiting.size() > MOST) {
            waiting.clear();
            waiting.add(LiveEvent.resync(null));
            end();
        }
        notifyAll();
    }

    /// The thread that writes to the page from now on.
    synchronized void writtenBy(Thread thread) {
        writer = thread;
    }

    /// The next event; null after a silence of `atMost`.
    synchronized @Nullable LiveEvent next(Duration atMost) throws InterruptedException {
        if (waiting.isEmpty() && !ended) {
            wait(atMost.toMillis());
        }
        return waiting.poll();
    }

    /// Nothing more will come, and everything is written.
    synchronized boolean isOver() {
        return ended && waiting.isEmpty();
    }

    /// Takes nothing more. A page that does not even take the last word in time loses its connection:
    /// interrupting the virtual thread that writes is what ends a write that blocks.
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        notifyAll();
        var blocked = writer;
        if (blocked != null) {
            Thread.ofVirtual().start(() -> interruptUnlessOver(blocked));
        }
    }

    private void interruptUnlessOver(Thread blocked) {
        try {
            if (!blocked.join(LAST_WORD) && isWriting(blocked)) {
                blocked.interrupt();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isWriting(Thread thread) {
        return thread.equals(writer);
    }

    /// The stream is closed: its thread does something else from now on.
    synchronized void left() {
        writer = null;
        ended = true;
    }
}
