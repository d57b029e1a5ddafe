package dev.svc.server.terminal.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// First prompts on their way to the launch of their session: in memory alone, few, and for a short time. They come
/// ahead of the socket that launches it, because its address would be written into the logs of proxies.
public final class FirstPrompts {
    /// What one may have in UTF-8: far less than a system takes as one argument.
    public static final int MOST_BYTES = 16 << 10;

    private static final Duration KEPT = Duration.ofMinutes(2);
    private static final int MOST = 50;

    @GuardedBy("this")
    private final Map<SessionId, Held> held = new LinkedHashMap<>();

    private record Held(String text, Instant until) {}

    /// Those of sessions that were never launched make room for new ones.
    public synchronized void hold(SessionId session, String text, Instant now) {
        dropOld(now);
        held.remove(session);
        if (held.size() >= MOST) {
            held.remove(held.keySet().iterator().next());
        }
        held.put(session, new Held(text, now.plus(KEPT)));
    }

    public synchronized Optional<String> find(SessionId session, Instant now) {
        dropOld(now);
        return Optional.ofNullable(held.get(session)).map(Held::text);
    }

    public synchronized void forget(SessionId session) {
        held.remove(session);
    }

    @GuardedBy("this")
    private void dropOld(Instant now) {
        held.values().removeIf(it -> !it.until().isAfter(now));
    }
}
