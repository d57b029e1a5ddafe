package dev.svc.server.auth.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.net.AddressRange;
import dev.svc.shared.secret.SigningKey;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// All signed-in clients, and the only place that decides who is signed in.
///
/// Guarded by its own lock. The file follows at once, and again at the next sweep if it could not be written.
public final class Logins {
    private static final Logger LOG = System.getLogger(Logins.class.getName());

    /// How stale "last seen" may be: a busy page does not write a file with every request.
    private static final Duration GRAIN = Duration.ofMinutes(1);

    /// Scripts that sign in for each call must not fill the memory: the longest unused goes.
    private static final int MOST = 500;

    @GuardedBy("this")
    private final Map<String, Login> byDigest = new HashMap<>();

    private final List<Consumer<Login>> listeners = new CopyOnWriteArrayList<>();
    private final LoginsFile file;
    private final Tickets tickets;
    private final Clock clock;

    @GuardedBy("this")
    private boolean unsaved;

    /// @param credentials a fingerprint of password and second factor: changing them while no server ran ended every
    ///     login
    public Logins(LoginsFile file, SigningKey secret, String credentials, Clock clock, SecureRandom random) {
        this.file = file;
        this.clock = clock;
        tickets = new Tickets(secret, "session", random);
        file.read(credentials).forEach(login -> byDigest.put(login.digest(), login));
        unsaved = true;
        sweep();
    }

    /// A cookie value for somebody who is not signed in.
    public String anonymous() {
        return tickets.make();
    }

    /// The owner of this cookie; empty when it is none of ours. An expired login belongs to nobody.
    public Optional<CookieHolder> bearer(String cookie) {
        return tickets.id(cookie).map(id -> new CookieHolder(id, findSeen(digest(id))));
    }

    /// Signs somebody in under a new id.
    ///
    /// @return the cookie's value, which is kept nowhere
    public String start(Caller caller) {
        String cookie = tickets.make();
        String digest = digest(tickets.id(cookie).orElseThrow());
        synchronized (this) {
            Instant now = clock.instant();
            byDigest.put(digest, new Login(digest, now, now, caller.addressText(), caller.agent()));
            unsaved = true;
        }
        endLongestUnused();
        save();
        return cookie;
    }

    /// Newest first.
    public synchronized List<Login> list() {
        Instant now = clock.instant();
        return byDigest.values().stream()
                .filter(login -> !login.isOverAt(now))
                .sorted(Comparator.comparing(Login::createdAt).reversed().thenComparing(Login::digest))
                .toList();
    }

    /// Whether the login of this handle still holds.
    public synchronized boolean isOpen(String handle) {
        Instant now = clock.instant();
        return byDigest.values().stream().anyMatch(login -> login.handle().equals(handle) && !login.isOverAt(now));
    }

    /// Whether somebody is signed in from this source of guesses.
    public boolean isFrom(String source) {
        return list().stream()
                .flatMap(login -> AddressRange.findAddress(login.address()).stream())
                .anyMatch(address -> Caller.source(address).equals(source));
    }

    /// Ends one by its handle; false when there is none such.
    public boolean end(String handle) {
        return endWhere(login -> login.handle().equals(handle)) > 0;
    }

    public int endOthers(@Nullable Login kept) {
        return endWhere(login -> kept == null || !login.digest().equals(kept.digest()));
    }

    public int endAll() {
        return endWhere(login -> true);
    }

    /// Calls the listener once for each login that ends, before the ending call returns.
    public AutoCloseable onEnd(Consumer<Login> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// Ends what has expired and writes what could not be written before; the watch calls it twice a second.
    public void sweep() {
        Instant now = clock.instant();
        endWhere(login -> login.isOverAt(now));
        save();
    }

    /// The fingerprint that the file carries from now on.
    public void credentialsChanged(String credentials) {
        file.credentials(credentials);
        synchronized (this) {
            unsaved = true;
        }
        save();
    }

    private void endLongestUnused() {
        Optional<Login> last;
        synchronized (this) {
            last = byDigest.size() <= MOST
                    ? Optional.empty()
                    : byDigest.values().stream().min(Comparator.comparing(Login::lastSeenAt));
        }
        last.ifPresent(login -> endWhere(login::equals));
    }

    private int endWhere(Predicate<Login> which) {
        List<Login> ended;
        synchronized (this) {
            ended = byDigest.values().stream().filter(which).toList();
            ended.forEach(login -> byDigest.remove(login.digest()));
            unsaved |= !ended.isEmpty();
        }
        ended.forEach(login -> listeners.forEach(listener -> listener.accept(login)));
        if (!ended.isEmpty()) {
            save();
        }
        return ended.size();
    }

    private synchronized @Nullable Login findSeen(String digest) {
        Login login = byDigest.get(digest);
        Instant now = clock.instant();
        if (login == null || login.isOverAt(now)) {
            return null;
        }
        if (login.lastSeenAt().plus(GRAIN).isAfter(now)) {
            return login;
        }
        Login seen = login.seenAt(now);
        byDigest.put(digest, seen);
        unsaved = true;
        return seen;
    }

    private void save() {
        synchronized (file) { // own lock: nobody waits for the disk to be recognised
            List<Login> now;
            synchronized (this) {
                if (!unsaved) {
                    return;
                }
                now = List.copyOf(byDigest.values());
                unsaved = false;
            }
            write(now);
        }
    }

    private void write(List<Login> logins) {
        try {
            file.write(logins);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The list of logins could not be written: {0}", e.getMessage());
            synchronized (this) {
                unsaved = true;
            }
        }
    }

    private static String digest(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
