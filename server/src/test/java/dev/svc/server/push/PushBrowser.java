package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.push.crypto.P256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The browser of a person, who subscribes and opens what arrives as RFC 8291 says, written on its own from that text.
public final class PushBrowser {
    private final KeyPair keys;
    private final byte[] secret = new byte[16];

    public PushBrowser() {
        new SecureRandom().nextBytes(secret);
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            keys = generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public String key() {
        return text(point());
    }

    public String secret() {
        return text(secret);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private byte[] point() {
        var w = ((ECPublicKey) keys.getPublic()).getW();
        return HexFormat.of().parseHex("04" + hex(w.getAffineX()) + hex(w.getAffineY()));
    }

    private static String hex(BigInteger number) {
        return "%064x".formatted(number);
    }

    /// What a body says, once it is opened.
    public JsonNode opened(byte[] body) {
        try {
            var in = ByteBuffer.wrap(body);
            byte[] salt = take(in, 16);
            int record = in.getInt();
            byte[] theirs = take(in, in.get() & 0xff);
            byte[] sealed = take(in, in.remaining());
            if (sealed.length > record) {
                throw new AssertionError("more than one record");
            }
            var agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(keys.getPrivate());
            var _ = agreement.doPhase(P256.publicKey(theirs).orElseThrow(), true);
            byte[] info = joined("WebPush: info\0".getBytes(US_ASCII), point(), theirs, new byte[] {1});
            byte[] material = hmac(hmac(secret, agreement.generateSecret()), info);
            byte[] common = hmac(salt, material);
            byte[] key = first(common, "Content-Encoding: aes128gcm\0\1", 16);
            byte[] nonce = first(common, "Content-Encoding: nonce\0\1", 12);
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
            return new ObjectMapper().readTree(new String(withoutFilling(cipher.doFinal(sealed)), UTF_8));
        } catch (GeneralSecurityException | IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static byte[] withoutFilling(byte[] plain) {
        int end = plain.length - 1;
        while (plain[end] == 0) {
            end--;
        }
        if (plain[end] != 2) {
            throw new AssertionError("this is not the last record");
        }
        return Arrays.copyOf(plain, end);
    }

    private static byte[] first(byte[] key, String info, int length) throws GeneralSecurityException {
        return Arrays.copyOf(hmac(key, info.getBytes(US_ASCII)), length);
    }

    private static byte[] hmac(byte[] key, byte[] said) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(said);
    }

    private static byte[] take(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    private static byte[] joined(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
