package dev.svc.server.http.account;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/// The style sheet of the login pages.
public final class LoginStyle {
    private static final byte[] SHEET = read();

    /// Changes with the content, so that browsers may keep it for ever.
    public static final String PATH = "/door-" + digest(SHEET) + ".css";

    private LoginStyle() {}

    static byte[] sheet() {
        return SHEET.clone();
    }

    private static byte[] read() {
        try (InputStream in = Objects.requireNonNull(LoginStyle.class.getResourceAsStream("login.css"))) {
            return in.readAllBytes();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 6);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
