package dev.svc.server.terminal.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Exit;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Throttles restarts of a program that exits immediately each time.
public final class InstantExits {
    private static final Duration INSTANT = Duration.ofSeconds(8);
    private static final Duration REST = Duration.ofSeconds(60);
    private static final int TOO_MANY = 3;

    @GuardedBy("this")
    private final Map<SessionId, Series> series = new HashMap<>();

    private record Series(int count, Instant last, Exit exit) {}

    public synchronized void ended(SessionId session, Instant started, Instant ended, Exit exit) {
        if (Duration.between(started, ended).compareTo(INSTANT) >= 0) {
            series.remove(session);
        } else {
            series.merge(
                    session, new Series(1, ended, exit), (before, one) -> new Series(before.count() + 1, ended, exit));
        }
    }

    /// The sentence for people while restarts are blocked, else nothing.
    public synchronized Optional<String> refusal(SessionId session, Instant now) {
        var known = series.get(session);
        if (known == null || known.count() < TOO_MANY) {
            return Optional.empty();
        }
        long left = REST.minus(Duration.between(known.last(), now)).toSeconds();
        if (left <= 0) {
            series.remove(session);
            return Optional.empty();
        }
        return Optional.of("The program ended at once %d times, last with %s. It can be started again in %d s."
                .formatted(known.count(), known.exit(), left));
    }
}
