package dev.svc.server.fleet.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The words that calls to this host have to name, each for a short while. So a call that the broker keeps back, or
/// that
/// it sends again to a service that was started anew, is late, whatever clocks say.
public final class DoorWords {
    static final Duration RENEWED = Duration.ofSeconds(5);

    /// As long as a word may be on its way to another host, and a call on its way back.
    static final Duration HOLDS = Duration.ofSeconds(60);

    private static final int BYTES = 16;

    private final SecureRandom random;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    /// The newest last.
    @GuardedBy("lock")
    private final Deque<Made> made = new ArrayDeque<>();

    private record Made(String word, long at) {}

    public DoorWords(SecureRandom random) {
        this(random, System::nanoTime);
    }

    DoorWords(SecureRandom random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    /// The one to be told to others now.
    public String current() {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            if (made.isEmpty() || now - made.getLast().at() >= RENEWED.toNanos()) {
                byte[] bytes = new byte[BYTES];
                random.nextBytes(bytes);
                made.addLast(new Made(HexFormat.of().formatHex(bytes), now));
            }
            forget(now);
            return made.getLast().word();
        } finally {
            lock.unlock();
        }
    }

    boolean holds(String word) {
        lock.lock();
        try {
            forget(nanos.getAsLong());
            return made.stream().anyMatch(it -> it.word().equals(word));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void forget(long now) {
        while (!made.isEmpty() && now - made.getFirst().at() > HOLDS.toNanos()) {
            made.removeFirst();
        }
    }
}
