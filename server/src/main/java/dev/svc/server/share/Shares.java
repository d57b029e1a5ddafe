package dev.svc.server.share;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/// The pages that links lead to. What a link says is nowhere but in it: here is its hash.
public final class Shares {
    public static final int MOST = 50;
    public static final Duration LONGEST = Duration.ofDays(30);

    private static final Logger LOG = Logger.getLogger(Shares.class.getName());
    private static final int TOKEN_BYTES = 32;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final SharesFile files;
    private final SecureRandom random;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private List<Shared> shares;

    public Shares(Path folder, SecureRandom random, InstantSource clock) {
        this.files = new SharesFile(folder);
        this.random = random;
        this.clock = clock;
        this.shares = files.read();
    }

    /// A link that leads to a page.
    public record Link(Shared shared, String token) {}

    /// Those that lead somewhere now, the newest first.
    public List<Shared> all() {
        lock.lock();
        try {
            return current().reversed();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Shared> current() {
        var now = clock.instant();
        return shares.stream().filter(it -> !it.isOver(now)).toList();
    }

    /// Keeps the page as it is now.
    public Link add(SessionId session, SharedPage page, Duration lasting) throws IOException, UnfitShareException {
        lock.lock();
        try {
            var before = current();
            if (before.size() >= MOST) {
                throw new UnfitShareException(
                        "link", "There are %d links, as many as there can be: revoke one first.".formatted(MOST));
            }
            var token = token();
            var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            var shared = new Shared(
                    UUID.randomUUID().toString(),
                    SharedPage.Hashes.of(token),
                    session,
                    page.title(),
                    page.from(),
                    page.to(),
                    now,
                    now.plus(lasting));
            files.writePage(shared.id(), page.html());
            var after = new ArrayList<>(before);
            after.add(shared);
            keep(after);
            return new Link(shared, token);
        } finally {
            lock.unlock();
        }
    }

    private String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @GuardedBy("lock")
    private void keep(List<Shared> after) throws IOException {
        files.write(after);
        shares = after;
        files.removeOthers(after);
    }

    /// The link leads nowhere from now on. Empty when there is none of this id.
    public Optional<Shared> revoke(String id) throws IOException {
        lock.lock();
        try {
            var revoked = current().stream().filter(it -> it.id().equals(id)).findFirst();
            if (revoked.isPresent()) {
                keep(current().stream().filter(it -> !it.id().equals(id)).toList());
            }
            return revoked;
        } finally {
            lock.unlock();
        }
    }

    /// The page behind a link. Empty for one that is unknown, over or revoked: nobody is told which.
    public Optional<byte[]> find(String token) {
        if (!TOKEN.matcher(token).matches()) {
            return Optional.empty();
        }
        var hash = SharedPage.Hashes.of(token);
        lock.lock();
        try {
            var found =
                    current().stream().filter(it -> it.tokenHash().equals(hash)).findFirst();
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of(files.readPage(found.get().id()));
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "a shared page cannot be read");
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
