package dev.svc.server.auth.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.secret.SigningKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// People who gave the right password and still need a code: five minutes, five tries, then the password again.
///
/// In memory only. Guarded by its own lock.
public final class PreAuth {
    public static final Duration LIFETIME = Duration.ofMinutes(5);
    public static final int TRIES = 5;

    private static final int MOST = 1_000;

    private record Half(Instant endsAt, int tries) {}

    @GuardedBy("this")
    private final SequencedMap<String, Half> halves = new LinkedHashMap<>();

    private final Tickets tickets;
    private final Clock clock;

    public PreAuth(SigningKey secret, Clock clock, SecureRandom random) {
        this.clock = clock;
        tickets = new Tickets(secret, "pre-auth", random);
    }

    /// Notes that a password was right.
    ///
    /// @return the pre-auth cookie's value
    public synchronized String start() {
        Instant now = clock.instant();
        halves.values().removeIf(half -> !half.endsAt.isAfter(now));
        if (halves.size() >= MOST) {
            halves.pollFirstEntry();
        }
        String cookie = tickets.make();
        halves.put(tickets.id(cookie).orElseThrow(), new Half(now.plus(LIFETIME), 0));
        return cookie;
    }

    public synchronized boolean holds(String cookie) {
        return tickets.id(cookie)
                .map(halves::get)
                .filter(half -> half.endsAt.isAfter(clock.instant()))
                .isPresent();
    }

    /// Takes one of the five tries; false when none is left or the time is over.
    public synchronized boolean take(String cookie) {
        if (!holds(cookie)) {
            return false;
        }
        String id = tickets.id(cookie).orElseThrow();
        Half half = halves.getOrDefault(id, new Half(Instant.MIN, TRIES));
        if (half.tries >= TRIES) {
            halves.remove(id);
            return false;
        }
        halves.put(id, new Half(half.endsAt, half.tries + 1));
        return true;
    }

    public synchronized void end(String cookie) {
        tickets.id(cookie).ifPresent(halves::remove);
    }

    /// Password or second factor changed: sign-ins in progress start again.
    public synchronized void endAll() {
        halves.clear();
    }
}
