package dev.svc.shared.secret;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/// A stored password: `pbkdf2_sha256$iterations$salt$hash`, salt and hash in base64 without padding.
public final class PasswordHash {
    public static final int ITERATIONS = 600_000;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    /// A count above this is a typing error that would stop every login for minutes.
    private static final int MOST_ITERATIONS = 10_000_000;

    private static final Pattern FORMAT =
            Pattern.compile("pbkdf2_sha256\\$([1-9][0-9]{0,8})\\$([A-Za-z0-9_-]{11,128})\\$([A-Za-z0-9_-]{43})");
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    public static PasswordHash of(String password, SecureRandom random) {
        return of(password, ITERATIONS, random);
    }

    /// A hash with another count than [#ITERATIONS]; only older files and tests have one.
    public static PasswordHash of(String password, int iterations, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations));
    }

    /// Empty when the text is not a hash of this format.
    public static Optional<PasswordHash> find(String text) {
        Matcher matcher = FORMAT.matcher(text.strip());
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > MOST_ITERATIONS) {
            return Optional.empty();
        }
        try {
            byte[] salt = Base64.getUrlDecoder().decode(matcher.group(2));
            byte[] hash = Base64.getUrlDecoder().decode(matcher.group(3));
            return Optional.of(new PasswordHash(Integer.parseInt(matcher.group(1)), salt, hash));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /// Costs the whole derivation whether or not it matches, and compares in constant time.
    public boolean matches(String password) {
        return MessageDigest.isEqual(hash, derive(password, salt, iterations));
    }

    /// Whether today's count is higher than the one it was made with.
    public boolean isDated() {
        return iterations < ITERATIONS;
    }

    /// The text for SVC_PASSWORD_HASH.
    public String encoded() {
        return "pbkdf2_sha256$" + iterations + '$' + ENCODER.encodeToString(salt) + '$' + ENCODER.encodeToString(hash);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PasswordHash that && encoded().equals(that.encoded());
    }

    @Override
    public int hashCode() {
        return encoded().hashCode();
    }

    @Override
    public String toString() {
        return "a password hash of " + iterations + " iterations"; // never the hash: this may reach a log
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        var key = new PBEKeySpec(asTyped(password).toCharArray(), salt, iterations, HASH_BYTES * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no PBKDF2 with HMAC-SHA256", e);
        } finally {
            key.clearPassword();
        }
    }

    /// One keyboard writes ä as one code point and another as two: both are the same password.
    private static String asTyped(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }
}
