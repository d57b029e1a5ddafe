package dev.svc.server.push;

import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which sessions are being looked at in a page that is visible: nobody is told elsewhere of what they see. Guarded by
/// itself.
public final class Looking {
    /// A page says it again before this is over.
    static final Duration VALID = Duration.ofSeconds(60);

    private static final int MOST = 500;

    private final InstantSource clock;
    private final Map<String, Look> looks = new LinkedHashMap<>();

    private record Look(SessionId at, Instant until) {}

    public Looking(InstantSource clock) {
        this.clock = clock;
    }

    /// Somebody looks at a session, or at none any more.
    ///
    /// @param who looks: a login, or what else tells one visitor from another
    /// @param at null where it is none
    public synchronized void look(String who, @Nullable SessionId at) {
        looks.remove(who);
        if (at != null) {
            looks.put(who, new Look(at, clock.instant().plus(VALID)));
        }
        Iterator<String> oldest = looks.keySet().iterator();
        while (looks.size() > MOST) {
            oldest.next();
            oldest.remove();
        }
    }

    synchronized boolean isLookedAt(SessionId session) {
        var now = clock.instant();
        looks.values().removeIf(it -> it.until().isBefore(now));
        return looks.values().stream().anyMatch(it -> it.at().equals(session));
    }
}
