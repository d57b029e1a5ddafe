package dev.svc.server.fleet.envelope;

import java.nio.ByteBuffer;
import javax.crypto.spec.SecretKeySpec;

/// Seals what one end of a line says, and opens what it hears. Each direction has a key of its own, and the number of a
/// frame is the nonce under it: it is used once, and cannot be changed.
public final class LineSeal {
    private static final int NUMBER_AT = FleetCrypto.NONCE - Long.BYTES;
    private static final byte[] NOTHING_BESIDE = new byte[0];

    private final SecretKeySpec said;
    private final SecretKeySpec heard;

    LineSeal(SecretKeySpec said, SecretKeySpec heard) {
        this.said = said;
        this.heard = heard;
    }

    /// Seals one frame.
    ///
    /// @param number of this direction; each once
    public byte[] seal(long number, byte[] payload) {
        byte[] nonce = ByteBuffer.allocate(FleetCrypto.NONCE)
                .putLong(NUMBER_AT, number)
                .array();
        return FleetCrypto.sealed(said, nonce, NOTHING_BESIDE, Seal.filled(payload));
    }

    /// The number that a frame says it has; true once it opens.
    public static long numberOf(byte[] message) throws RefusedException {
        if (message.length < FleetCrypto.NONCE + FleetCrypto.TAG) {
            throw new RefusedException(DropReason.MALFORMED);
        }
        return ByteBuffer.wrap(message).getLong(NUMBER_AT);
    }

    public byte[] open(byte[] message) throws RefusedException {
        byte[] filled = FleetCrypto.opened(heard, NOTHING_BESIDE, message)
                .orElseThrow(() -> new RefusedException(DropReason.FORGED));
        return Seal.unfilled(filled);
    }
}
