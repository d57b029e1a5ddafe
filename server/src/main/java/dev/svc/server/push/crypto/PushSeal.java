package dev.svc.server.push.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Seals a message for one device, so that only its browser can read it: RFC 8291, in one record of RFC 8188.
public final class PushSeal {
    static final int SALT = 16;

    /// Messages are filled up to a multiple of this, so that their length says little.
    private static final int STEP = 1_024;

    private static final int RECORD = 4_096;
    private static final int TAG_BITS = 128;
    private static final byte LAST_RECORD = 2;

    private final SecureRandom random;

    public PushSeal(SecureRandom random) {
        this.random = random;
    }

    /// What is sent to a device that is to read this message.
    ///
    /// @param device the public key of the device
    /// @param secret its authentication secret
    public byte[] seal(byte[] message, ECPublicKey device, byte[] secret) {
        byte[] salt = new byte[SALT];
        random.nextBytes(salt);
        int whole = (message.length / STEP + 1) * STEP;
        return seal(message, whole - message.length - 1, device, secret, P256.generate(random), salt);
    }

    /// @param filling how many bytes of nothing follow the message
    /// @param once a key pair that is used for nothing else
    static byte[] seal(byte[] message, int filling, ECPublicKey device, byte[] secret, KeyPair once, byte[] salt) {
        byte[] ours = P256.point((ECPublicKey) once.getPublic());
        byte[] info = Parts.joined(ascii("WebPush: info\0"), P256.point(device), ours);
        byte[] shared = derived(P256.agree(once.getPrivate(), device), secret, info, 32);
        byte[] key = derived(shared, salt, ascii("Content-Encoding: aes128gcm\0"), 16);
        byte[] nonce = derived(shared, salt, ascii("Content-Encoding: nonce\0"), 12);
        byte[] plain = Parts.joined(message, new byte[] {LAST_RECORD}, new byte[filling]);
        byte[] sealed = encrypted(plain, key, nonce);
        return ByteBuffer.allocate(SALT + 4 + 1 + ours.length + sealed.length)
                .put(salt)
                .putInt(RECORD)
                .put((byte) ours.length)
                .put(ours)
                .put(sealed)
                .array();
    }

    private static byte[] derived(byte[] material, byte[] salt, byte[] info, int length) {
        try {
            var steps =
                    HKDFParameterSpec.ofExtract().addIKM(material).addSalt(salt).thenExpand(info, length);
            return KDF.getInstance("HKDF-SHA256").deriveData(steps);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] encrypted(byte[] plain, byte[] key, byte[] nonce) {
        try {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(plain);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
