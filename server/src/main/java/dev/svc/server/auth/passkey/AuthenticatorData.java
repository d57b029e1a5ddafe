package dev.svc.server.auth.passkey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;

/// What an authenticator says of itself: for which host, who was there, how often it has signed. The rest, which svc
/// has no use for, is signed as well and never read.
///
/// @param forHost whether it was made for the host that was asked about
/// @param present the authenticator tested user presence
/// @param verified the authenticator verified the user, by PIN or biometrics
/// @param synced whether the passkey may be copied to other devices
/// @param credential the id of the passkey that was just made; empty for an old one
record AuthenticatorData(
        boolean forHost, boolean present, boolean verified, boolean synced, long counter, String credential) {
    static final int LARGEST = 4_096;

    private static final int HASH = 32;
    private static final int SHORTEST = HASH + 1 + Integer.BYTES;
    private static final int MODEL = 16;

    private static final int PRESENT = 0x01;
    private static final int VERIFIED = 0x04;
    private static final int MAY_BE_COPIED = 0x08;
    private static final int IS_COPIED = 0x10;
    private static final int HAS_CREDENTIAL = 0x40;
    private static final int HAS_MORE = 0x80;

    /// Empty for what no authenticator writes.
    static Optional<AuthenticatorData> find(byte[] written, String host) {
        if (written.length < SHORTEST) {
            return Optional.empty();
        }
        var in = ByteBuffer.wrap(written);
        byte[] hash = new byte[HASH];
        in.get(hash);
        int flags = in.get() & 0xff;
        long counter = Integer.toUnsignedLong(in.getInt());
        boolean made = has(flags, HAS_CREDENTIAL);
        boolean impossible = has(flags, IS_COPIED) && !has(flags, MAY_BE_COPIED);
        boolean more = made || has(flags, HAS_MORE);
        if (impossible || more != in.hasRemaining()) {
            return Optional.empty();
        }
        var credential = made ? credential(in) : Optional.of("");
        return credential.map(id -> new AuthenticatorData(
                MessageDigest.isEqual(hash, sha256(host.getBytes(StandardCharsets.UTF_8))),
                has(flags, PRESENT),
                has(flags, VERIFIED),
                has(flags, MAY_BE_COPIED),
                counter,
                id));
    }

    private static Optional<String> credential(ByteBuffer in) {
        if (in.remaining() < MODEL + Short.BYTES) {
            return Optional.empty();
        }
        in.position(in.position() + MODEL);
        int length = Short.toUnsignedInt(in.getShort());
        if (length == 0 || length > Ceremonies.LONGEST_ID || length > in.remaining()) {
            return Optional.empty();
        }
        byte[] id = new byte[length];
        in.get(id);
        return Optional.of(Base64Url.text(id));
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime has no SHA-256", impossible);
        }
    }
}
