package dev.svc.server.push.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// The key by which a push service knows who sends: RFC 8292. A browser gives it an address that takes nothing from
/// anybody else.
public final class VapidKey {
    /// A push service refuses what is signed for more than a day.
    private static final Duration VALID = Duration.ofHours(12);

    private static final String HEADER = text("{\"typ\":\"JWT\",\"alg\":\"ES256\"}".getBytes(UTF_8));

    private final ECPrivateKey secret;
    private final String shown;

    private VapidKey(ECPrivateKey secret, String shown) {
        this.secret = secret;
        this.shown = shown;
    }

    public static VapidKey make(SecureRandom random) {
        return of(P256.generate(random));
    }

    private static VapidKey of(KeyPair pair) {
        return new VapidKey((ECPrivateKey) pair.getPrivate(), text(P256.point((ECPublicKey) pair.getPublic())));
    }

    /// The key that was written as these two texts; empty where they are none, or do not belong together.
    public static Optional<VapidKey> find(String secret, String shown) {
        try {
            byte[] point = Base64.getUrlDecoder().decode(shown);
            var ours = P256.privateKey(Base64.getUrlDecoder().decode(secret));
            return P256.publicKey(point).isEmpty()
                    ? Optional.empty()
                    : ours.map(it -> new VapidKey(it, text(point))).filter(VapidKey::isWhole);
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /// Whether what the private half signs fits the public one.
    private boolean isWhole() {
        byte[] tried = HEADER.getBytes(UTF_8);
        try {
            var check = Signature.getInstance("SHA256withECDSAinP1363Format");
            check.initVerify(
                    P256.publicKey(Base64.getUrlDecoder().decode(shown)).orElseThrow());
            check.update(tried);
            return check.verify(signed(tried));
        } catch (GeneralSecurityException none) {
            return false;
        }
    }

    /// The public half, as browsers and push services take it.
    public String shown() {
        return shown;
    }

    /// The private half, for the file that keeps it.
    public String secret() {
        return text(P256.scalar(secret));
    }

    /// What the header Authorization says to the push service of an address.
    ///
    /// @param subject how whoever runs the push service reaches whoever runs this: `https:` or `mailto:`
    public String authorization(URI address, String subject, Instant now) {
        var claims = JsonNodeFactory.instance
                .objectNode()
                .put("aud", origin(address))
                .put("exp", now.plus(VALID).getEpochSecond())
                .put("sub", subject);
        var said = HEADER + "." + text(claims.toString().getBytes(UTF_8));
        return "vapid t=%s.%s, k=%s".formatted(said, text(signed(said.getBytes(UTF_8))), shown);
    }

    private static String origin(URI address) {
        var port = address.getPort() < 0 ? "" : ":" + address.getPort();
        return (address.getScheme() + "://" + address.getHost() + port).toLowerCase(Locale.ROOT);
    }

    private byte[] signed(byte[] said) {
        try {
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(secret);
            signature.update(said);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public String toString() {
        return "a key of Web Push"; // never the key: this may reach a log
    }
}
