package dev.svc.server.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.auth.login.Caller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/// Throttles guessing: each failure is a debt of five seconds that time pays off; from fifteen failures on, the source
/// has to wait.
///
/// A refused try adds no debt, so waiting always ends; one source's debt never affects another's. The host itself has
/// no debt but sixty tries a minute, shared by all its users and by every proxy that does not name its clients. Guarded
/// by its own lock.
public final class Penalties {
    static final Duration PER_FAILURE = Duration.ofSeconds(5);
    static final Duration ENFORCED_FROM = Duration.ofSeconds(15);
    static final Duration HIGHEST = Duration.ofMinutes(10);

    static final int LOCAL_TRIES = 60;
    static final Duration LOCAL_WINDOW = Duration.ofMinutes(1);

    /// Above this the smallest debts are forgotten: memory is bounded and hard guessers stay known.
    private static final int MOST_SOURCES = 10_000;

    @GuardedBy("this")
    private final Map<String, Instant> paidOffAt = new HashMap<>();

    @GuardedBy("this")
    private final Deque<Instant> localTries = new ArrayDeque<>();

    private final Clock clock;

    public Penalties(Clock clock) {
        this.clock = clock;
    }

    /// How long this caller has to wait before a try is looked at; zero when it may try now.
    synchronized Duration wait(Caller caller) {
        if (caller.local()) {
            return localWait();
        }
        Duration debt = debt(caller);
        return debt.compareTo(ENFORCED_FROM) < 0
                ? Duration.ZERO
                : debt.minus(ENFORCED_FROM).plusSeconds(1);
    }

    /// A peer at the host seems to have a shell already, but it may be another user's, or a proxy that hides the
    /// strangers behind it.
    @GuardedBy("this")
    private Duration localWait() {
        Instant now = clock.instant();
        localTries.removeIf(at -> !at.plus(LOCAL_WINDOW).isAfter(now));
        if (localTries.size() < LOCAL_TRIES) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(now, localTries.getFirst().plus(LOCAL_WINDOW));
        return left.compareTo(LOCAL_WINDOW) > 0 ? LOCAL_WINDOW : left; // the clock may have been set back
    }

    /// Charges a try.
    ///
    /// @return the debt before it; the hasher serves small debts first
    synchronized Duration begin(Caller caller) {
        Duration wait = wait(caller);
        if (wait.isPositive()) {
            throw new TooManyAttemptsException(wait);
        }
        Duration before = debt(caller);
        failed(caller);
        return before;
    }

    /// The try was right: its own charge, and no other, is removed.
    synchronized void refund(Caller caller) {
        if (caller.local()) {
            localTries.pollLast();
            return;
        }
        Instant until = paidOffAt.get(caller.source());
        if (until != null) {
            paidOffAt.put(caller.source(), until.minus(PER_FAILURE));
        }
    }

    synchronized Duration debt(Caller caller) {
        Instant now = clock.instant();
        Instant until = paidOffAt.getOrDefault(caller.source(), now);
        return until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
    }

    synchronized void failed(Caller caller) {
        if (caller.local()) {
            localTries.addLast(clock.instant());
            return;
        }
        Duration debt = debt(caller).plus(PER_FAILURE);
        Duration capped = debt.compareTo(HIGHEST) > 0 ? HIGHEST : debt;
        paidOffAt.put(caller.source(), clock.instant().plus(capped));
        if (paidOffAt.size() > MOST_SOURCES) {
            forget();
        }
    }

    /// Somebody came in: nothing is owed any more. Tries by others at the host stay counted.
    synchronized void succeeded(Caller caller) {
        if (!caller.local()) {
            paidOffAt.remove(caller.source());
        }
    }

    synchronized int sources() {
        return paidOffAt.size();
    }

    @GuardedBy("this")
    private void forget() {
        Instant now = clock.instant();
        paidOffAt.values().removeIf(until -> !until.isAfter(now));
        if (paidOffAt.size() > MOST_SOURCES) {
            paidOffAt
                    .keySet()
                    .removeAll(paidOffAt.entrySet().stream()
                            .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                            .limit(MOST_SOURCES / 10)
                            .map(Map.Entry::getKey)
                            .toList());
        }
    }
}
