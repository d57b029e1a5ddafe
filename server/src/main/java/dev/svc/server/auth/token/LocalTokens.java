package dev.svc.server.auth.token;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What commands of the same user on this host get from the service's own socket, so that they need no token of the
/// person's: it opens what any token could, for a day, and is kept in memory only. And what this service itself is lent
/// for what it does on behalf of somebody else: for that one request, and with that one's name.
public final class LocalTokens {
    private static final String ID = "local";
    private static final Duration LIFETIME = Duration.ofDays(1);

    /// For one that is not taken back.
    private static final Duration LENT = Duration.ofMinutes(2);

    /// Whoever asks for more has the oldest forgotten.
    private static final int MOST = 1_000;

    private final Clock clock;
    private final SecureRandom random;
    private final ReentrantLock lock = new ReentrantLock();

    /// By its hash.
    @GuardedBy("lock")
    private final Map<String, Held> held = new HashMap<>();

    private record Held(Instant end, Holder holder) {}

    /// Who has one.
    ///
    /// @param author who the journal says it was; null for a command of this host's own user
    public record Holder(@Nullable String author, Set<Scope> scopes) {
        public Holder {
            scopes = Set.copyOf(scopes);
        }
    }

    public LocalTokens(Clock clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    public String make() {
        return make(new Holder(null, EnumSet.allOf(Scope.class)), LIFETIME);
    }

    /// One that somebody else is known by, to be taken back once it was used.
    public String lend(String author, Set<Scope> scopes) {
        return make(new Holder(author, scopes), LENT);
    }

    private String make(Holder holder, Duration lifetime) {
        var made = TokenText.make(ID, random);
        var now = clock.instant();
        lock.lock();
        try {
            held.values().removeIf(it -> !now.isBefore(it.end()));
            if (held.size() >= MOST) {
                held.entrySet().stream()
                        .min(Comparator.comparing(it -> it.getValue().end()))
                        .ifPresent(oldest -> held.remove(oldest.getKey()));
            }
            held.put(made.hash(), new Held(now.plus(lifetime), holder));
        } finally {
            lock.unlock();
        }
        return made.whole();
    }

    /// It opens nothing any more.
    public void takeBack(String text) {
        TokenText.find(text).ifPresent(it -> {
            lock.lock();
            try {
                held.remove(it.hash());
            } finally {
                lock.unlock();
            }
        });
    }

    public boolean holds(String text) {
        return find(text).isPresent();
    }

    /// Whose it is; empty where it opens nothing.
    public Optional<Holder> find(String text) {
        var sent = TokenText.find(text).filter(it -> it.id().equals(ID));
        if (sent.isEmpty()) {
            return Optional.empty();
        }
        lock.lock();
        try {
            return Optional.ofNullable(held.get(sent.get().hash()))
                    .filter(it -> clock.instant().isBefore(it.end()))
                    .map(Held::holder);
        } finally {
            lock.unlock();
        }
    }
}
