package dev.svc.server.auth.login;

import dev.svc.shared.secret.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs short texts for one purpose: a seal made for another purpose never fits.
final class Signer {
    private static final String HMAC = "HmacSHA256";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    /// A longer text was not sealed here.
    private static final int LONGEST = 512;

    private final SecretKeySpec key;

    Signer(SigningKey secret, String purpose) {
        key = new SecretKeySpec(hmac(new SecretKeySpec(secret.bytes(), HMAC), "svc " + purpose), HMAC);
    }

    /// The HMAC of the text, in base64.
    String of(String text) {
        return ENCODER.encodeToString(hmac(key, text));
    }

    boolean fits(String text, String seal) {
        return MessageDigest.isEqual(
                of(text).getBytes(StandardCharsets.ISO_8859_1), seal.getBytes(StandardCharsets.UTF_8));
    }

    /// `text.seal`, for handing out.
    String sealed(String text) {
        return text + '.' + of(text);
    }

    /// The text of a [#sealed] one; empty when the seal does not fit.
    Optional<String> open(String sealed) {
        int dot = sealed.lastIndexOf('.');
        if (dot <= 0 || sealed.length() > LONGEST) {
            return Optional.empty();
        }
        String text = sealed.substring(0, dot);
        return fits(text, sealed.substring(dot + 1)) ? Optional.of(text) : Optional.empty();
    }

    private static byte[] hmac(SecretKeySpec key, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime has no HMAC-SHA256", e);
        }
    }
}
