package dev.svc.server.auth.token;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// A token as it is sent: `svc_ID_SECRET`.
record TokenText(String id, String secret) {
    private static final Pattern FORM = Pattern.compile("svc_([a-z0-9]{1,16})_([A-Za-z0-9_-]{43})");
    private static final int ID_BYTES = 5;
    private static final int SECRET_BYTES = 32;

    static Optional<TokenText> find(String text) {
        var matched = FORM.matcher(text);
        return matched.matches() ? Optional.of(new TokenText(matched.group(1), matched.group(2))) : Optional.empty();
    }

    static TokenText make(SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return make(HexFormat.of().formatHex(id), random);
    }

    static TokenText make(String id, SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new TokenText(id, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    String whole() {
        return "svc_" + id + "_" + secret;
    }

    /// What is kept of the secret: it has 256 random bits, so a plain hash is as good as a slow one.
    String hash() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime has no SHA-256", impossible);
        }
    }

    boolean fits(String hash) {
        return MessageDigest.isEqual(
                hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String toString() {
        return "token " + id; // never the secret
    }
}
