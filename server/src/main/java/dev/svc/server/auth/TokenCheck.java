package dev.svc.server.auth;

import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.token.ApiToken;
import dev.svc.server.auth.token.LocalTokens;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.auth.token.Tokens;
import java.time.Duration;
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
    /// @param token null for a command of this host's own user, and for what is done on behalf of somebody else
    /// @param author on whose behalf it is done; null for nobody else
    public record Bearer(@Nullable ApiToken token, @Nullable String author, Set<Scope> scopes) {
        public Bearer {
            scopes = Set.copyOf(scopes);
        }
    }

    /// Empty where it opens nothing.
    public Optional<Bearer> find(String text, Caller caller) {
        var own = local.find(text);
        if (own.isPresent()) {
            return own.map(it -> new Bearer(null, it.author(), it.scopes()));
        }
        var found = tokens.find(text);
        if (found.isPresent()) {
            return found.map(it -> new Bearer(it, null, it.scopes()));
        }
        Duration wait = penalties.wait(caller);
        if (wait.isPositive()) {
            throw new TooManyAttemptsException(wait);
        }
        penalties.failed(caller);
        return Optional.empty();
    }
}
