package dev.svc.server.auth.passkey;

import java.util.Base64;
import java.util.Optional;

/// Base64url without padding, in its one canonical spelling.
final class Base64Url {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Base64Url() {}

    static String text(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /// Empty for anything that [#text] does not write, and for more than `most` bytes.
    static Optional<byte[]> find(String text, int most) {
        if (text.isEmpty() || text.length() > (most * 4L + 2) / 3) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return text(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }
}
