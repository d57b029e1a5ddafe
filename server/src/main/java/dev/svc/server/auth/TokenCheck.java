package dev.svc.server.auth;

import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.token.ApiToken;
import dev.svc.server.auth.token.LocalTokens;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.auth.token.Tokens;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether a token holds. What is wrong is a debt like a wrong password's; what is right is let in whatever its
/// source owes, since 256 random bits cannot be guessed, and others behind the same address may not lock a program
/// out.
public final class TokenCheck {
    private final Tokens tokens;
    private final LocalTokens local;
    private final Penalties penalties;

    TokenCheck(Tokens tokens, LocalTokens local, Penalties penalties) {
        this.tokens = tokens;
        this.local = local;
        this.penalties = penalties;
    }

    /// Who brings a token.
    ///
    /// @param token null for a command of this host's own user
    public record Bearer(@Nullable ApiToken token) {
        public Set<Scope> scopes() {
            return token == null ? EnumSet.allOf(Scope.class) : token.scopes();
        }
    }

    /// Empty where it opens nothing.
    public Optional<Bearer> find(String text, Caller caller) {
        if (local.holds(text)) {
            return Optional.of(new Bearer(null));
        }
        var found = tokens.find(text);
        if (found.isPresent()) {
            return found.map(Bearer::new);
        }
        Duration wait = penalties.wait(caller);
        if (wait.isPositive()) {
            throw new TooManyAttemptsException(wait);
        }
        penalties.failed(caller);
        return Optional.empty();
    }
}
