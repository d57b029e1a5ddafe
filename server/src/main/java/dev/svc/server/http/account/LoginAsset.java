package dev.svc.server.http.account;

import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/// A file of the login pages. Its address changes with the content, so that browsers may keep it for ever.
public enum LoginAsset {
    STYLE("login.css", ".css", "text/css; charset=utf-8"),
    /// Offers a passkey; the pages are complete without it.
    SCRIPT("login.js", ".js", "text/javascript; charset=utf-8");

    private final String content;
    private final String path;
    private final String type;

    LoginAsset(String file, String suffix, String type) {
        content = read(file);
        path = "/door-" + digest(content) + suffix;
        this.type = type;
    }

    public String path() {
        return path;
    }

    Route route() {
        return Route.get(path, Policy.OPEN, (request, response, visitor) -> {
            response.headers().set(HeaderNames.CONTENT_TYPE, type);
            response.headers().set(HeaderNames.CACHE_CONTROL, "public, max-age=31536000, immutable");
            response.send(content.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static String read(String file) {
        try (InputStream in = Objects.requireNonNull(LoginAsset.class.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String digest(String content) {
        try {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 6);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
