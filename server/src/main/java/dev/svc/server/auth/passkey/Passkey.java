package dev.svc.server.auth.passkey;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One passkey: its public half, which opens nothing.
///
/// @param id what its authenticator calls it, in base64url
/// @param name the person's word for it, which no other passkey has
/// @param key a SubjectPublicKeyInfo, in base64url
/// @param lastUsedAt null before its first use
/// @param counter how often its authenticator has signed; zero where it does not count
/// @param synced whether its authenticator may copy it to other devices
public record Passkey(
        String id,
        String name,
        SignatureKind kind,
        String key,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        long counter,
        boolean synced) {
    private static final int LONGEST_NAME = 60;

    /// The sentence against a name; empty where it may be used.
    static Optional<String> objection(String name, Collection<Passkey> others) {
        if (name.isBlank() || !name.equals(name.strip()) || name.length() > LONGEST_NAME) {
            return Optional.of("A passkey needs a name of 1 to %d characters.".formatted(LONGEST_NAME));
        }
        if (!name.chars().allMatch(it -> (it >= 0x20 && it < 0x7f) || Character.isLetterOrDigit(it))) {
            return Optional.of("The name of a passkey has letters, digits, spaces and plain signs.");
        }
        return others.stream().anyMatch(it -> it.name().equals(name))
                ? Optional.of("There is a passkey of this name: end it first, or choose another name.")
                : Optional.empty();
    }

    Passkey usedAt(Instant now, long counted) {
        return new Passkey(id, name, kind, key, createdAt, now, counted, synced);
    }
}
