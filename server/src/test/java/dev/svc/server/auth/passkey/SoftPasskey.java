package dev.svc.server.auth.passkey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// An authenticator with one passkey and the browser in front of it, which says whatever a test has it say.
public final class SoftPasskey {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private static final int HAS_CREDENTIAL = 0x40;

    public final SignatureKind kind;
    public KeyPair keys;
    public String id;
    public String origin;
    public String host;
    /// Somebody was there and is known; it may be copied, and is.
    public int flags = 0x01 | 0x04 | 0x08 | 0x10;

    public long counter;
    public @Nullable String user;
    public @Nullable String type;
    /// Members that browsers add.
    public String more = ",\"crossOrigin\":false";

    public byte[] trailing = {};
    public boolean forged;

    public SoftPasskey(SignatureKind kind, String origin, String host) {
        this.kind = kind;
        this.origin = origin;
        this.host = host;
        keys = keys(kind);
        byte[] bytes = new byte[20];
        new SecureRandom().nextBytes(bytes);
        id = text(bytes);
    }

    static KeyPair keys(SignatureKind kind) {
        return switch (kind) {
            case ES256 -> ec("secp256r1");
            case EDDSA -> made("Ed25519", 0);
            case RS256 -> made("RSA", 2_048);
        };
    }

    static KeyPair ec(String curve) {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static KeyPair made(String family, int bits) {
        try {
            var generator = KeyPairGenerator.getInstance(family);
            if (bits > 0) {
                generator.initialize(bits);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public SentPasskey.Made made(String challenge) {
        var in = Base64.getUrlDecoder().decode(id);
        var credential = ByteBuffer.allocate(16 + 2 + in.length + 3)
                .put(new byte[16])
                .putShort((short) in.length)
                .put(in)
                .put(new byte[] {1, 2, 3}) // the key in its other form, which nobody reads
                .array();
        return new SentPasskey.Made(
                id,
                text(clientData("webauthn.create", challenge)),
                text(authenticator(flags | HAS_CREDENTIAL, credential)),
                text(keys.getPublic().getEncoded()),
                kind.number());
    }

    public SentPasskey.Used used(String challenge) {
        byte[] client = clientData("webauthn.get", challenge);
        byte[] authenticator = authenticator(flags, trailing);
        byte[] hash = sha256(client);
        byte[] signed = ByteBuffer.allocate(authenticator.length + hash.length)
                .put(authenticator)
                .put(hash)
                .array();
        if (forged) {
            signed[0] ^= 1;
        }
        return new SentPasskey.Used(id, text(client), text(authenticator), text(signature(signed)), user);
    }

    /// A file that holds nothing but this one.
    public String written() {
        return """
                {"schema": 1, "user": "AAAA", "passkeys": [{"id": "%s", "name": "phone", "algorithm": %d, "key": "%s",
                "created_at": "2026-11-21T10:00:00Z", "last_used_at": null, "counter": 0, "synced": true}]}
                """.formatted(id, kind.number(), text(keys.getPublic().getEncoded()));
    }

    private byte[] clientData(String usual, String challenge) {
        var json = "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\"%s}"
                .formatted(type == null ? usual : type, challenge, origin, more);
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] authenticator(int with, byte[] rest) {
        return ByteBuffer.allocate(37 + rest.length)
                .put(sha256(host.getBytes(StandardCharsets.UTF_8)))
                .put((byte) with)
                .putInt((int) counter)
                .put(rest)
                .array();
    }

    private byte[] signature(byte[] signed) {
        var name = switch (kind) {
            case ES256 -> "SHA256withECDSA";
            case EDDSA -> "Ed25519";
            case RS256 -> "SHA256withRSA";
        };
        try {
            var signature = Signature.getInstance(name);
            signature.initSign(keys.getPrivate());
            signature.update(signed);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String text(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }
}
