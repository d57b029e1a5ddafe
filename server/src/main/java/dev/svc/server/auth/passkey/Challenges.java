package dev.svc.server.auth.passkey;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;

/// Random texts that wait to be signed: each once, within five minutes. In memory only.
///
/// Bounded for each who asks and in all: the oldest is forgotten, and its browser asks again.
final class Challenges {
    static final Duration LIFETIME = Duration.ofMinutes(5);
    static final int MOST = 200;
    static final int MOST_EACH = 10;

    private static final int BYTES = 32;

    private final Clock clock;
    private final SecureRandom random;
    private final ReentrantLock lock = new ReentrantLock();

    /// Oldest first.
    @GuardedBy("lock")
    private final SequencedMap<String, Waiting> waiting = new LinkedHashMap<>();

    /// One that waits.
    ///
    /// @param holder who asked: a login, or where a stranger comes from
    record Waiting(Purpose purpose, String holder, Instant endsAt) {}

    Challenges(Clock clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    String make(Purpose purpose, String holder) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        var challenge = Base64Url.text(bytes);
        var now = clock.instant();
        lock.lock();
        try {
            waiting.values().removeIf(it -> !now.isBefore(it.endsAt()));
            if (waiting.values().stream()
                            .filter(it -> it.holder().equals(holder))
                            .count()
                    >= MOST_EACH) {
                waiting.entrySet().stream()
                        .filter(it -> it.getValue().holder().equals(holder))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .ifPresent(waiting::remove);
            }
            if (waiting.size() >= MOST) {
                waiting.pollFirstEntry();
            }
            waiting.put(challenge, new Waiting(purpose, holder, now.plus(LIFETIME)));
        } finally {
            lock.unlock();
        }
        return challenge;
    }

    /// Takes one, which is gone from then on whatever becomes of it; empty when none such waits.
    Optional<Waiting> take(String challenge) {
        lock.lock();
        try {
            return Optional.ofNullable(waiting.remove(challenge))
                    .filter(it -> clock.instant().isBefore(it.endsAt()));
        } finally {
            lock.unlock();
        }
    }
}
