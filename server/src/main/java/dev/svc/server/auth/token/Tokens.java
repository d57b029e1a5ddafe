package dev.svc.server.auth.token;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The tokens of a running service, as they stand in their file: what `svc token` changes there counts from the next
/// request on.
public final class Tokens {
    /// As many as a file may have.
    public static final int MOST = 100;

    private static final Logger LOG = System.getLogger(Tokens.class.getName());

    /// A disk that was full a moment ago is not tried at once.
    private static final Duration RETRY = Duration.ofMinutes(1);

    /// How stale "last used" may be: a busy script does not write a file with every request.
    private static final Duration GRAIN = Duration.ofMinutes(1);

    private final TokensFile file;
    private final Clock clock;
    private final SecureRandom random;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    /// By their ids, without those that have ended.
    @GuardedBy("lock")
    private Map<String, ApiToken> byId = Map.of();

    @GuardedBy("lock")
    private Optional<TokensFile.Version> known = Optional.empty();

    /// The file has tokens that nobody wrote down, or that have ended.
    @GuardedBy("lock")
    private boolean hasNews;

    /// When tokens were used last that the file does not know of yet.
    @GuardedBy("lock")
    private final Map<String, Instant> used = new HashMap<>();

    /// No sooner is the file written again.
    @GuardedBy("lock")
    private Instant notBefore = Instant.MIN;

    /// What became of tokens that nobody has written down yet.
    ///
    /// @param made that were made on the host
    /// @param ended that were ended there, or have expired
    public record News(List<ApiToken> made, List<ApiToken> ended) {}

    /// A token that was just made.
    ///
    /// @param text what opens, which is kept nowhere
    public record Made(ApiToken token, String text) {
        @Override
        public String toString() {
            return "a new " + token; // never the text
        }
    }

    /// Why none was made.
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String sentence) {
            super(sentence);
        }
    }

    public Tokens(TokensFile file, Clock clock, SecureRandom random) {
        this.file = file;
        this.clock = clock;
        this.random = random;
        look();
    }

    /// The token that this text is; empty when it is none, or holds no more.
    public Optional<ApiToken> find(String text) {
        var sent = TokenText.find(text);
        if (sent.isEmpty()) {
            return Optional.empty();
        }
        look();
        var now = clock.instant();
        lock.lock();
        try {
            var token = byId.get(sent.get().id());
            if (token == null || token.isOverAt(now) || !sent.get().fits(token.hash())) {
                return Optional.empty();
            }
            used.put(token.id(), now);
            return Optional.of(token);
        } finally {
            lock.unlock();
        }
    }

    /// Whether the token of this id still holds.
    public boolean isOpen(String id) {
        lock.lock();
        try {
            var token = byId.get(id);
            return token != null && !token.isOverAt(clock.instant());
        } finally {
            lock.unlock();
        }
    }

    /// Those that hold, the newest first.
    public List<ApiToken> list() {
        look();
        var now = clock.instant();
        lock.lock();
        try {
            var held = new ArrayList<ApiToken>();
            for (var token : byId.values()) {
                var use = used.get(token.id());
                if (!token.isOverAt(now)) {
                    held.add(use == null ? token : token.usedAt(use));
                }
            }
            held.sort(Comparator.comparing(ApiToken::createdAt).reversed().thenComparing(ApiToken::id));
            return held;
        } finally {
            lock.unlock();
        }
    }

    /// Makes a token through the running service, which writes that down itself.
    public Made create(String name, Set<Scope> scopes, @Nullable Instant expiresAt)
            throws IOException, RefusedException {
        var made = create(file, new Wish(name, scopes, expiresAt, true), clock.instant(), random);
        look();
        return made;
    }

    /// What a new token is to be.
    ///
    /// @param noted whether its maker has the journal know of it
    public record Wish(
            String name, Set<Scope> scopes, @Nullable Instant expiresAt, boolean noted) {}

    /// Makes a token in a file.
    public static Made create(TokensFile file, Wish wish, Instant now, SecureRandom random)
            throws IOException, RefusedException {
        var text = TokenText.make(random);
        var token = new ApiToken(
                text.id(), wish.name(), text.hash(), wish.scopes(), now, wish.expiresAt(), null, wish.noted(), false);
        var objections = new ArrayList<String>();
        file.change(before -> {
            objection(wish, before, now).ifPresent(objections::add);
            var after = new ArrayList<>(before);
            if (objections.isEmpty()) {
                after.add(token);
            }
            return after;
        });
        if (!objections.isEmpty()) {
            throw new RefusedException(objections.getFirst());
        }
        return new Made(token, text.whole());
    }

    private static Optional<String> objection(Wish wish, List<ApiToken> others, Instant now) {
        if (wish.scopes().isEmpty()) {
            return Optional.of("A token needs at least one of read, organise and drive.");
        }
        if (wish.expiresAt() != null && !wish.expiresAt().isAfter(now)) {
            return Optional.of("A token cannot expire in the past.");
        }
        if (others.size() >= MOST) {
            return Optional.of("There are %d tokens: end some first.".formatted(MOST));
        }
        return ApiToken.objection(wish.name(), others);
    }

    /// Ends a token through the running service, which writes that down itself; empty when there is none such.
    public Optional<ApiToken> end(String id) throws IOException {
        var ended = new ArrayList<ApiToken>();
        file.change(before -> {
            before.stream().filter(it -> it.id().equals(id) && !it.ended()).forEach(ended::add);
            return before.stream()
                    .filter(it -> !it.id().equals(id) || it.ended())
                    .toList();
        });
        look();
        return ended.stream().findFirst();
    }

    /// Ends a token in a file by its id or name, so that a service that runs, or the next one, writes it down.
    public static Optional<ApiToken> end(TokensFile file, String called) throws IOException {
        var ended = new ArrayList<ApiToken>();
        file.change(before -> before.stream()
                .map(it -> {
                    if (it.ended() || !(it.id().equals(called) || it.name().equals(called))) {
                        return it;
                    }
                    ended.add(it);
                    return it.over();
                })
                .toList());
        return ended.stream().findFirst();
    }

    /// Calls the listener with the id of each token that holds no more.
    public void onEnd(Consumer<String> listener) {
        listeners.add(listener);
    }

    /// Writes down when tokens were used, drops those that are over, and says what nobody has heard of yet. The watch
    /// of the host calls it.
    public News sweep() {
        look();
        var now = clock.instant();
        if (!isDue(now)) {
            return new News(List.of(), List.of());
        }
        var made = new ArrayList<ApiToken>();
        var ended = new ArrayList<ApiToken>();
        var uses = uses();
        try {
            file.change(before -> {
                made.clear();
                ended.clear();
                var after = new ArrayList<ApiToken>();
                for (var token : before) {
                    if (!token.noted()) {
                        made.add(token);
                    }
                    if (token.isOverAt(now)) {
                        ended.add(token);
                    } else {
                        var use = uses.get(token.id());
                        after.add(
                                use == null ? token.asNoted() : token.asNoted().usedAt(use));
                    }
                }
                return after;
            });
        } catch (IOException unusable) {
            LOG.log(Level.WARNING, "The tokens could not be written: {0}", unusable.getMessage());
            putOff(uses, now.plus(RETRY));
            return new News(List.of(), List.of());
        }
        look();
        return new News(made, ended);
    }

    private Map<String, Instant> uses() {
        lock.lock();
        try {
            var uses = Map.copyOf(used);
            used.clear();
            return uses;
        } finally {
            lock.unlock();
        }
    }

    private void putOff(Map<String, Instant> uses, Instant until) {
        lock.lock();
        try {
            uses.forEach(used::putIfAbsent);
            notBefore = until;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the file has to be written.
    private boolean isDue(Instant now) {
        lock.lock();
        try {
            if (now.isBefore(notBefore)) {
                return false;
            }
            if (hasNews) {
                return true;
            }
            for (var token : byId.values()) {
                if (token.isOverAt(now) || isStale(token, used.get(token.id()))) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isStale(ApiToken token, @Nullable Instant use) {
        var written = token.lastUsedAt();
        return use != null && (written == null || written.plus(GRAIN).isBefore(use));
    }

    /// Reads the file where it is another than before. A broken one opens nothing.
    private void look() {
        var version = file.version();
        var gone = new ArrayList<String>();
        lock.lock();
        try {
            if (version.equals(known)) {
                return;
            }
            var before = byId;
            var read = read();
            var holding = new HashMap<String, ApiToken>();
            read.stream().filter(it -> !it.ended()).forEach(it -> holding.put(it.id(), it));
            byId = Map.copyOf(holding);
            hasNews = read.stream().anyMatch(it -> it.ended() || !it.noted());
            known = version;
            before.keySet().stream().filter(id -> !holding.containsKey(id)).forEach(gone::add);
        } finally {
            lock.unlock();
        }
        gone.forEach(id -> listeners.forEach(listener -> listener.accept(id)));
    }

    private List<ApiToken> read() {
        try {
            return file.read();
        } catch (IOException broken) {
            LOG.log(Level.WARNING, "{0}", broken.getMessage());
            return List.of();
        }
    }
}
