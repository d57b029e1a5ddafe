package dev.svc.server.auth.login;

import dev.svc.shared.secret.SigningKey;
import java.security.SecureRandom;
import java.util.Base64;

/// CSRF tokens `nonce.HMAC(secret, session id, nonce)`: useless without the cookie they were made for.
public final class Csrf {
    private static final int NONCE_BYTES = 16;
    private static final int LONGEST = 256;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final Signer signer;
    private final SecureRandom random;

    public Csrf(SigningKey secret, SecureRandom random) {
        signer = new Signer(secret, "csrf");
        this.random = random;
    }

    /// A fresh token for the holder of this session id.
    public String token(String sessionId) {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = ENCODER.encodeToString(bytes);
        return nonce + '.' + signer.of(sessionId + ' ' + nonce);
    }

    /// Compares in constant time.
    public boolean fits(String sessionId, String token) {
        int dot = token.indexOf('.');
        return dot > 0
                && token.length() <= LONGEST
                && signer.fits(sessionId + ' ' + token.substring(0, dot), token.substring(dot + 1));
    }
}
