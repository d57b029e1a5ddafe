package dev.svc.server.vault.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import org.jspecify.annotations.Nullable;

/// Encrypts what copies hold where there is a key file, and names bytes so that the names say nothing without it.
public final class Sealing {
    /// Copies that anybody can read who can read the file.
    public static final Sealing NONE = new Sealing(null);

    private static final int LEAST = 32;
    private static final int MOST = 4096;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final @Nullable Keys keys;

    /// @param number tells keys apart without saying anything of them
    private record Keys(SecretKey sealing, SecretKey naming, int number) {}

    private Sealing(@Nullable Keys keys) {
        this.keys = keys;
    }

    /// With the key that is in a file: at least 32 bytes that nobody can guess.
    ///
    /// @throws IOException when there is no such key
    public static Sealing with(Path keyFile) throws IOException {
        byte[] content;
        try (var in = Files.newInputStream(keyFile)) {
            content = in.readNBytes(MOST);
        }
        if (content.length < LEAST) {
            throw new IOException(
                    "%s holds %d bytes; a key needs at least %d that nobody can guess, for example from  head -c 32 /dev/urandom"
                            .formatted(keyFile, content.length, LEAST));
        }
        try {
            return new Sealing(new Keys(
                    key(content, "svc vault sealing", "AES"),
                    key(content, "svc vault naming", "HmacSHA256"),
                    ByteBuffer.wrap(key(content, "svc vault number", "AES").getEncoded())
                            .getInt()));
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    private static SecretKey key(byte[] content, String purpose, String algorithm) throws GeneralSecurityException {
        var parameters = HKDFParameterSpec.ofExtract()
                .addIKM(content)
                .thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), LEAST);
        return KDF.getInstance("HKDF-SHA256").deriveKey(algorithm, parameters);
    }

    /// Tells keys apart; zero where nothing is sealed.
    public int number() {
        return keys == null ? 0 : keys.number();
    }

    boolean isOn() {
        return keys != null;
    }

    Digest digest(byte[] bytes) {
        return digest(ByteBuffer.wrap(bytes));
    }

    Digest digest(ByteBuffer bytes) {
        try {
            if (keys == null) {
                var sha = MessageDigest.getInstance("SHA-256");
                sha.update(bytes);
                return Digest.of(sha.digest());
            }
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(keys.naming());
            mac.update(bytes);
            return Digest.of(mac.doFinal());
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        } catch (GeneralSecurityException keyIsOurs) {
            throw new IllegalStateException(keyIsOurs);
        }
    }

    /// The bytes as they are kept.
    ///
    /// @param around what belongs to them and is not secret: they open with it alone
    byte[] seal(byte[] bytes, byte[] around) {
        if (keys == null) {
            return bytes;
        }
        var nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            var cipher = cipher(Cipher.ENCRYPT_MODE, keys.sealing(), nonce, around);
            var sealed = Arrays.copyOf(nonce, NONCE + cipher.getOutputSize(bytes.length));
            cipher.doFinal(bytes, 0, bytes.length, sealed, NONCE);
            return sealed;
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /// The bytes that were sealed.
    ///
    /// @throws CopyDamageException when they, or what is around them, have changed
    byte[] open(byte[] sealed, byte[] around) throws CopyDamageException {
        if (keys == null) {
            return sealed;
        }
        try {
            var nonce = Arrays.copyOf(sealed, NONCE);
            var cipher = cipher(Cipher.DECRYPT_MODE, keys.sealing(), nonce, around);
            return cipher.doFinal(sealed, NONCE, Math.max(0, sealed.length - NONCE));
        } catch (GeneralSecurityException changed) {
            throw new CopyDamageException("a sealed record was changed", changed);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, byte[] around) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(around);
        return cipher;
    }
}
