package dev.svc.server.auth.passkey;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The passkeys as they stand in their file at this moment: what is ended on the host opens nothing from then on.
public final class Passkeys {
    /// As many as an account may have.
    public static final int MOST = 20;

    private static final Logger LOG = System.getLogger(Passkeys.class.getName());
    private static final int USER_BYTES = 32;

    private final PasskeysFile file;
    private final SecureRandom random;

    /// What was said last of a file that cannot be read: strangers have it read, and do not fill the log.
    private volatile String reported = "";

    public Passkeys(PasskeysFile file, SecureRandom random) {
        this.file = file;
        this.random = random;
    }

    /// Newest first; none where the file cannot be read.
    public List<Passkey> list() {
        return kept().passkeys().stream()
                .sorted(Comparator.comparing(Passkey::createdAt).reversed().thenComparing(Passkey::id))
                .toList();
    }

    Optional<Passkey> find(String id) {
        return kept().passkeys().stream().filter(it -> it.id().equals(id)).findFirst();
    }

    /// What authenticators know the account by: random, so that it says nothing, and the same for all passkeys.
    String user() throws IOException {
        var users = new ArrayList<String>();
        file.change(before -> {
            var user = before.user().isEmpty() ? newUser() : before.user();
            users.add(user);
            return new PasskeysFile.Kept(user, before.passkeys());
        });
        return users.getLast();
    }

    /// Whether the account is known to authenticators by this.
    boolean isUser(String user) {
        return kept().user().equals(user);
    }

    void add(Passkey passkey) throws IOException, UnfitPasskeyException {
        var objections = new ArrayList<UnfitPasskeyException>();
        file.change(before -> {
            objection(passkey, before.passkeys()).ifPresent(objections::add);
            if (!objections.isEmpty()) {
                return before;
            }
            var after = new ArrayList<>(before.passkeys());
            after.add(passkey);
            return before.with(after);
        });
        if (!objections.isEmpty()) {
            throw objections.getFirst();
        }
    }

    private static Optional<UnfitPasskeyException> objection(Passkey passkey, List<Passkey> others) {
        if (others.stream().anyMatch(it -> it.id().equals(passkey.id()))) {
            return Optional.of(new UnfitPasskeyException("id", "This passkey is here already."));
        }
        if (others.size() >= MOST) {
            return Optional.of(
                    new UnfitPasskeyException("name", "There are %d passkeys: end some first.".formatted(MOST)));
        }
        return Passkey.objection(passkey.name(), others).map(it -> new UnfitPasskeyException("name", it));
    }

    /// Ends one; empty when there is none such.
    public Optional<Passkey> end(String id) throws IOException {
        var ended = new ArrayList<Passkey>();
        file.change(before -> {
            before.passkeys().stream().filter(it -> it.id().equals(id)).forEach(ended::add);
            return before.with(
                    before.passkeys().stream().filter(it -> !it.id().equals(id)).toList());
        });
        return ended.stream().findFirst();
    }

    /// Ends all of them where the password was set anew on the host. A file that cannot be changed is reported: where
    /// it can be read it still opens.
    public void endAll() {
        try {
            file.endAll();
        } catch (IOException unusable) {
            LOG.log(Level.ERROR, "The passkeys could not be ended: {0}", unusable.getMessage());
        }
    }

    /// Notes a use, unless the passkey has been ended meanwhile or was copied: then its authenticator has signed less
    /// often than it says it had. A disk that takes nothing keeps nobody out: a challenge is used once in any case.
    Optional<PasskeyRefusedException.Why> use(Passkey judged, long counter, Instant now) {
        var judging = new Judging(judged, counter, now);
        try {
            file.change(before ->
                    before.with(before.passkeys().stream().map(judging::used).toList()));
        } catch (IOException unusable) {
            LOG.log(Level.WARNING, "The use of a passkey could not be noted: {0}", unusable.getMessage());
            if (judging.refused.isPresent()) {
                kept().passkeys().forEach(judging::used);
            }
        }
        return judging.refused;
    }

    /// One use, held against what is kept. Used by one thread.
    private static final class Judging {
        private final Passkey judged;
        private final long counter;
        private final Instant now;
        private Optional<PasskeyRefusedException.Why> refused = Optional.of(PasskeyRefusedException.Why.UNKNOWN);

        Judging(Passkey judged, long counter, Instant now) {
            this.judged = judged;
            this.counter = counter;
            this.now = now;
        }

        Passkey used(Passkey kept) {
            if (!kept.id().equals(judged.id()) || !kept.key().equals(judged.key())) {
                return kept;
            }
            boolean copied = kept.counter() != 0 && counter <= kept.counter();
            refused = copied ? Optional.of(PasskeyRefusedException.Why.COUNTER) : Optional.empty();
            return copied ? kept : kept.usedAt(now, counter);
        }
    }

    private PasskeysFile.Kept kept() {
        try {
            var kept = file.read();
            reported = "";
            return kept;
        } catch (IOException broken) {
            var sentence = String.valueOf(broken.getMessage());
            if (!sentence.equals(reported)) {
                LOG.log(Level.WARNING, "{0}", sentence);
            }
            reported = sentence;
            return PasskeysFile.Kept.NOTHING;
        }
    }

    private String newUser() {
        byte[] bytes = new byte[USER_BYTES];
        random.nextBytes(bytes);
        return Base64Url.text(bytes);
    }
}
