package dev.svc.shared.secret;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/// SVC_SECRET_KEY: what cookies and CSRF tokens are signed with.
public final class SigningKey {
    public static final int SHORTEST = 32;

    private final byte[] bytes;

    private SigningKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Empty when the text has fewer than [#SHORTEST] bytes.
    public static Optional<SigningKey> find(String text) {
        byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
        return bytes.length < SHORTEST ? Optional.empty() : Optional.of(new SigningKey(bytes));
    }

    /// A new text for SVC_SECRET_KEY: 256 random bits.
    public static String random(SecureRandom random) {
        byte[] bytes = new byte[SHORTEST];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return "a signing key"; // never the key: this may reach a log
    }
}
