package dev.svc.server.auth.login;

import dev.svc.shared.secret.SigningKey;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/// Cookie values: 256 random bits and a MAC over them, so that forged ones are rejected before any look-up.
final class Tickets {
    private static final int BYTES = 32;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final Signer signer;
    private final SecureRandom random;

    Tickets(SigningKey secret, String purpose, SecureRandom random) {
        signer = new Signer(secret, purpose);
        this.random = random;
    }

    /// A new value that nobody has had before.
    String make() {
        byte[] id = new byte[BYTES];
        random.nextBytes(id);
        return signer.sealed(ENCODER.encodeToString(id));
    }

    /// The id inside a value of ours.
    Optional<String> id(String value) {
        return signer.open(value);
    }
}
