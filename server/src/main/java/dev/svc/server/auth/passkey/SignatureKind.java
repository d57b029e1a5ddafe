package dev.svc.server.auth.passkey;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Optional;

/// The signatures that are understood, by their numbers in the registry of COSE.
public enum SignatureKind {
    ES256(-7, "EC", "SHA256withECDSA") {
        @Override
        boolean takes(PublicKey key) {
            return key instanceof ECPublicKey ec && isP256(ec.getParams());
        }
    },
    EDDSA(-8, "Ed25519", "Ed25519") {
        @Override
        boolean takes(PublicKey key) {
            return key instanceof EdECPublicKey edwards
                    && edwards.getParams().getName().equals(NamedParameterSpec.ED25519.getName());
        }
    },
    RS256(-257, "RSA", "SHA256withRSA") {
        @Override
        boolean takes(PublicKey key) {
            if (!(key instanceof RSAPublicKey rsa)) {
                return false;
            }
            int bits = rsa.getModulus().bitLength();
            return bits >= SHORTEST_RSA && bits <= LONGEST_RSA;
        }
    };

    /// A key of the longest kind that is taken fits in.
    static final int LARGEST_KEY = 1_024;

    private static final int SHORTEST_RSA = 2_048;
    private static final int LONGEST_RSA = 4_096;

    private final int number;
    private final String family;
    private final String signature;

    SignatureKind(int number, String family, String signature) {
        this.number = number;
        this.family = family;
        this.signature = signature;
    }

    public int number() {
        return number;
    }

    static Optional<SignatureKind> find(int number) {
        return Arrays.stream(values()).filter(it -> it.number == number).findFirst();
    }

    abstract boolean takes(PublicKey key);

    /// A key as a SubjectPublicKeyInfo; empty where it is none of this kind, or too short to be safe.
    Optional<PublicKey> key(byte[] encoded) {
        try {
            var key = KeyFactory.getInstance(family).generatePublic(new X509EncodedKeySpec(encoded));
            return takes(key) ? Optional.of(key) : Optional.empty();
        } catch (GeneralSecurityException none) {
            return Optional.empty();
        }
    }

    private static boolean isP256(ECParameterSpec curve) {
        try {
            var named = AlgorithmParameters.getInstance("EC");
            named.init(new ECGenParameterSpec("secp256r1"));
            var wanted = named.getParameterSpec(ECParameterSpec.class);
            return curve.getCurve().equals(wanted.getCurve())
                    && curve.getGenerator().equals(wanted.getGenerator())
                    && curve.getOrder().equals(wanted.getOrder());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime has no P-256", impossible);
        }
    }

    boolean fits(PublicKey key, byte[] signed, byte[] sent) {
        try {
            var judge = Signature.getInstance(signature);
            judge.initVerify(key);
            judge.update(signed);
            return judge.verify(sent);
        } catch (GeneralSecurityException none) {
            return false;
        }
    }
}
