package dev.svc.server.push;

import dev.svc.server.push.crypto.P256;
import java.net.URI;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.Optional;

/// Where a browser is reached, and what is sent to it is sealed with. Whoever knows the address may use it, so all of
/// it
/// is secret.
///
/// @param key the browser's public key, in base64url
/// @param secret the browser's authentication secret, in base64url
public record PushAddress(URI endpoint, String key, String secret) {
    private static final int SECRET_BYTES = 16;
    private static final int LONGEST = 200;

    /// What a browser says of itself, checked.
    public static PushAddress of(String endpoint, String key, String secret, PushServices services)
            throws UnfitPushException {
        var address = services.find(endpoint)
                .orElseThrow(() -> new UnfitPushException(
                        "endpoint", "The address is none of a push service of Google, Mozilla, Microsoft or Apple."));
        if (bytes(key).flatMap(P256::publicKey).isEmpty()) {
            throw new UnfitPushException("keys.p256dh", "This is no public key of a browser.");
        }
        if (bytes(secret).filter(it -> it.length == SECRET_BYTES).isEmpty()) {
            throw new UnfitPushException("keys.auth", "This is no authentication secret of a browser.");
        }
        return new PushAddress(address, key, secret);
    }

    private static Optional<byte[]> bytes(String text) {
        try {
            return text.length() > LONGEST
                    ? Optional.empty()
                    : Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    ECPublicKey publicKey() {
        return bytes(key).flatMap(P256::publicKey).orElseThrow();
    }

    byte[] secretBytes() {
        return bytes(secret).orElseThrow();
    }

    /// The push service.
    public String host() {
        return endpoint.getHost();
    }

    @Override
    public String toString() {
        return "an address at " + host(); // never the address: this may reach a log
    }
}
