package dev.svc.server.auth;

import com.warrenstrange.googleauth.GoogleAuthenticator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;

/// Six-digit codes by time, RFC 6238, as authenticator apps make them.
final class Totp {
    static final int SECONDS = 30;

    private static final String ISSUER = "svc";

    private final GoogleAuthenticator codes = new GoogleAuthenticator();

    /// 160 random bits in base32.
    String newSecret() {
        return codes.createCredentials().getKey();
    }

    /// Which of three time steps around now the code belongs to. All three are always computed.
    OptionalLong step(String secret, String code, Instant now) {
        long current = now.getEpochSecond() / SECONDS;
        var found = OptionalLong.empty();
        for (long step = current - 1; step <= current + 1; step++) {
            if (isEqual(code(secret, step), code.replaceAll("\\s", ""))) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    String code(String secret, long step) {
        return String.format(Locale.ROOT, "%06d", codes.getTotpPassword(secret, step * SECONDS * 1000));
    }

    /// What the QR shows.
    static String uri(String account, String secret) {
        return "otpauth://totp/" + ISSUER + ":" + encoded(account) + "?secret=" + secret + "&issuer=" + ISSUER
                + "&algorithm=SHA1&digits=6&period=" + SECONDS;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
