package dev.svc.server.http.account;

import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.Auth;
import dev.svc.server.auth.AuthMode;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Visitor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Whether the person of a login is still there: whoever signed in, or proved it, within ten minutes need not do so
/// again. Tokens of programs have no login, and prove nothing.
///
/// Kept in memory only. Owner of the table: this object; its map guards itself.
public final class FreshProof {
    private static final Duration FRESH = Duration.ofMinutes(10);

    private final Auth auth;
    private final InstantSource clock;

    /// When each login proved it last, by its handle.
    private final Map<String, Instant> provenAt = new ConcurrentHashMap<>();

    public FreshProof(Auth auth, InstantSource clock) {
        this.auth = auth;
        this.clock = clock;
    }

    /// Whether this visitor may do what needs a proof. Without logins nobody can be asked; a command of the host's own
    /// user, which has no login, could do it without svc.
    public boolean isFresh(Visitor visitor) {
        String login = visitor.login();
        if (auth.mode() == AuthMode.NONE) {
            return !visitor.isProgram() || login == null;
        }
        if (visitor.isProgram()) {
            return login == null;
        }
        return login != null && isFresh(login, clock.instant());
    }

    private boolean isFresh(String login, Instant now) {
        return isFresh(provenAt.getOrDefault(login, Instant.MIN), now)
                || auth.logins().list().stream()
                        .anyMatch(it -> it.handle().equals(login) && isFresh(it.createdAt(), now));
    }

    private static boolean isFresh(Instant at, Instant now) {
        return at.isAfter(now.minus(FRESH));
    }

    /// Refuses who has to prove it first.
    public void require(Visitor visitor) {
        if (isFresh(visitor)) {
            return;
        }
        throw visitor.isProgram()
                ? Problem.forbidden("scope", "This takes a person who has just proven to be there, and no token.")
                : Problem.of(
                        401, "proof_required", "Enter the password or a current code once more, or use a passkey.");
    }

    /// The same for a request that may bring the proof along.
    void require(Visitor visitor, Optional<Proof> proof, Caller caller) {
        if (proof.isEmpty() || auth.mode() == AuthMode.NONE) {
            require(visitor);
        } else {
            prove(visitor, proof.get(), caller);
        }
    }

    /// Notes a proof, or refuses it.
    void prove(Visitor visitor, Proof proof, Caller caller) {
        String login = visitor.login();
        if (login == null || visitor.isProgram()) {
            throw Problem.unauthenticated();
        }
        if (!auth.desk().isProven(proof, caller)) {
            throw wrong(proof);
        }
        Instant now = clock.instant();
        provenAt.values().removeIf(at -> !isFresh(at, now));
        provenAt.put(login, now);
    }

    static Problem wrong(Proof proof) {
        return switch (proof) {
            case Proof.Code code ->
                Problem.of(401, "bad_code", "That code is not right, or it was used already. Wait for the next one.");
            case Proof.Password password -> Problem.of(401, "bad_credentials", "The password is not right.");
            case Proof.ByPasskey passkey -> PasskeyBody.refused();
        };
    }
}
