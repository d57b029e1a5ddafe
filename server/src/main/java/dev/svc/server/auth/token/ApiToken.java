package dev.svc.server.auth.token;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One token, known by the hash of its secret only.
///
/// @param id names it in lists and in the token itself; opens nothing
/// @param name the person's word for it, which no other token has
/// @param hash SHA-256 of the secret, in base64
/// @param expiresAt null where it does not
/// @param lastUsedAt null before its first use; a minute behind at most
/// @param noted whether the journal knows that it was made
/// @param ended it opens nothing any more, and is dropped once the journal knows that
public record ApiToken(
        String id,
        String name,
        String hash,
        Set<Scope> scopes,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        boolean noted,
        boolean ended) {
    private static final int LONGEST_NAME = 60;

    public ApiToken {
        scopes = Set.copyOf(scopes);
    }

    /// The sentence against a name; empty where it may be used.
    public static Optional<String> objection(String name, Collection<ApiToken> others) {
        if (name.isBlank() || !name.equals(name.strip()) || name.length() > LONGEST_NAME) {
            return Optional.of("A token needs a name of 1 to %d characters.".formatted(LONGEST_NAME));
        }
        if (!name.chars().allMatch(it -> (it >= 0x20 && it < 0x7f) || Character.isLetterOrDigit(it))) {
            return Optional.of("The name of a token has letters, digits, spaces and plain signs.");
        }
        return others.stream().anyMatch(it -> !it.ended() && it.name().equals(name))
                ? Optional.of("There is a token of this name: end it first, or choose another name.")
                : Optional.empty();
    }

    public boolean isOverAt(Instant now) {
        return ended || (expiresAt != null && !now.isBefore(expiresAt));
    }

    /// In the order of the enum.
    public Set<Scope> sortedScopes() {
        return new TreeSet<>(scopes);
    }

    ApiToken usedAt(Instant now) {
        return new ApiToken(id, name, hash, scopes, createdAt, expiresAt, now, noted, ended);
    }

    ApiToken asNoted() {
        return new ApiToken(id, name, hash, scopes, createdAt, expiresAt, lastUsedAt, true, ended);
    }

    ApiToken over() {
        return new ApiToken(id, name, hash, scopes, createdAt, expiresAt, lastUsedAt, noted, true);
    }
}
