package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.shared.secret.Parts;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// What the JDK has of cryptography, as this room uses it.
final class FleetCrypto {
    static final String SIGNING = "Ed25519";
    static final String AGREEING = "X25519";
    static final int SECRET = 32;
    static final int NONCE = 12;
    static final int TAG = 16;
    static final int SIGNATURE = 64;
    static final int DIGEST = 32;

    private FleetCrypto() {}

    static KeyPair pair(String algorithm, SecureRandom random) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(255, random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Empty when the bytes are no public key of the algorithm.
    static Optional<PublicKey> publicKey(String algorithm, byte[] encoded) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    static PrivateKey privateKey(String algorithm, byte[] encoded) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    static byte[] sign(PrivateKey key, byte[] message) {
        try {
            var signature = Signature.getInstance(SIGNING);
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static boolean isSigned(PublicKey key, byte[] message, byte[] signed) {
        try {
            var signature = Signature.getInstance(SIGNING);
            signature.initVerify(key);
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException | RuntimeException broken) {
            return false;
        }
    }

    /// What two hosts alone can know, each with its own secret half.
    static byte[] agreed(PrivateKey ours, PublicKey theirs) throws GeneralSecurityException {
        var agreement = KeyAgreement.getInstance(AGREEING);
        agreement.init(ours);
        agreement.doPhase(theirs, true);
        return agreement.generateSecret();
    }

    static SecretKeySpec derived(byte[] material, String purpose, String algorithm) {
        return new SecretKeySpec(derived(material, purpose), algorithm);
    }

    static byte[] derived(byte[] material, String purpose) {
        try {
            var steps = HKDFParameterSpec.ofExtract()
                    .addIKM(material)
                    .addSalt("svc fleet 1".getBytes(US_ASCII))
                    .thenExpand(purpose.getBytes(US_ASCII), SECRET);
            return KDF.getInstance("HKDF-SHA256").deriveData(steps);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Nonce and sealed bytes.
    static byte[] sealed(SecretKeySpec key, byte[] nonce, byte[] about, byte[] plain) {
        try {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG * 8, nonce));
            cipher.updateAAD(about);
            return Parts.joined(nonce, cipher.doFinal(plain));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Empty when the key is another one, or a bit of it is not as it was sealed.
    static Optional<byte[]> opened(SecretKeySpec key, byte[] about, byte[] sealed) {
        if (sealed.length < NONCE + TAG) {
            return Optional.empty();
        }
        try {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG * 8, sealed, 0, NONCE));
            cipher.updateAAD(about);
            return Optional.of(cipher.doFinal(sealed, NONCE, sealed.length - NONCE));
        } catch (GeneralSecurityException broken) {
            return Optional.empty();
        }
    }

    static byte[] nonce(SecureRandom random) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        return nonce;
    }

    static byte[] authenticated(SecretKeySpec key, byte[] message) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] digest(byte[] message) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The first bytes of a digest, in words that a subject may have.
    static String shortName(byte[] digest) {
        return HexFormat.of().formatHex(Arrays.copyOf(digest, 8));
    }
}
