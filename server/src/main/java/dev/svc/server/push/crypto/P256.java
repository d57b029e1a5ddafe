package dev.svc.server.push.crypto;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.KeyAgreement;

/// The curve of Web Push, with its keys as the bytes that travel: a point is 65 bytes, uncompressed.
public final class P256 {
    static final int POINT = 65;

    private static final int SIDE = 32;
    private static final byte UNCOMPRESSED = 4;
    private static final String NAME = "secp256r1";
    private static final ECParameterSpec CURVE = curve();

    private P256() {}

    private static ECParameterSpec curve() {
        try {
            var parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(NAME));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java does not know the curve " + NAME, impossible);
        }
    }

    static KeyPair generate(SecureRandom random) {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(NAME), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] point(ECPublicKey key) {
        byte[] point = new byte[POINT];
        point[0] = UNCOMPRESSED;
        write(key.getW().getAffineX(), point, 1);
        write(key.getW().getAffineY(), point, 1 + SIDE);
        return point;
    }

    static byte[] scalar(ECPrivateKey key) {
        byte[] scalar = new byte[SIDE];
        write(key.getS(), scalar, 0);
        return scalar;
    }

    private static void write(BigInteger number, byte[] to, int from) {
        byte[] bytes = number.toByteArray();
        int length = Math.min(bytes.length, SIDE);
        System.arraycopy(bytes, bytes.length - length, to, from + SIDE - length, length);
    }

    /// Empty where the bytes are no point of the curve: with one of another curve, a private key could be found out.
    public static Optional<ECPublicKey> publicKey(byte[] point) {
        if (point.length != POINT || point[0] != UNCOMPRESSED) {
            return Optional.empty();
        }
        var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + SIDE));
        var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + SIDE, POINT));
        if (!isOnCurve(x, y)) {
            return Optional.empty();
        }
        try {
            var spec = new ECPublicKeySpec(new ECPoint(x, y), CURVE);
            return Optional.of((ECPublicKey) KeyFactory.getInstance("EC").generatePublic(spec));
        } catch (GeneralSecurityException none) {
            return Optional.empty();
        }
    }

    private static boolean isOnCurve(BigInteger x, BigInteger y) {
        var curve = CURVE.getCurve();
        var p = ((ECFieldFp) curve.getField()).getP();
        if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0) {
            return false;
        }
        var right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(p);
        return y.pow(2).mod(p).equals(right);
    }

    /// Empty where the bytes are no private key.
    static Optional<ECPrivateKey> privateKey(byte[] scalar) {
        var s = new BigInteger(1, scalar);
        if (scalar.length != SIDE || s.signum() == 0 || s.compareTo(CURVE.getOrder()) >= 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new ECPrivateKeySpec(s, CURVE)));
        } catch (GeneralSecurityException none) {
            return Optional.empty();
        }
    }

    /// The secret that the owners of both keys can work out, and nobody else.
    static byte[] agree(PrivateKey ours, PublicKey theirs) {
        try {
            var agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(ours);
            var _ = agreement.doPhase(theirs, true);
            return agreement.generateSecret();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
