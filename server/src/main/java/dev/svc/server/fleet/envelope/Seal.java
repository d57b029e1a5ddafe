package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/// Seals and signs what this host says, for one charter.
///
/// A message is: form, purpose, epoch, sender, number, time, nonce, sealed bytes, signature. Everything
/// before the sealed bytes, and the place where the message is put, is sealed along: it stands in the open,
/// and cannot be changed.
public final class Seal {
    static final byte FORM = 1;
    static final int SENDER = 8;
    static final int HEAD = 1 + 1 + 4 + SENDER + 8 + 8;

    /// Messages are filled up to a multiple of this, so that their length says little.
    private static final int STEP = 128;

    private final HostKeys host;
    private final Epoch epoch;
    private final LongSupplier numbers;
    private final InstantSource clock;
    private final SecureRandom random;

    /// @param numbers the number of each message: every one larger than all before it, also across restarts
    public Seal(Charter charter, HostKeys host, LongSupplier numbers, InstantSource clock, SecureRandom random) {
        this.host = host;
        this.epoch = new Epoch(charter);
        this.numbers = numbers;
        this.clock = clock;
        this.random = random;
    }

    /// What stands for a session at the broker, in this epoch.
    public String hidden(String session) {
        return epoch.hidden(session);
    }

    /// Seals and signs one message.
    ///
    /// @param place the key under which the message is put
    public byte[] seal(MessageKind purpose, String place, byte[] payload) {
        byte[] head = ByteBuffer.allocate(HEAD)
                .put(FORM)
                .put(purpose.code())
                .putInt(epoch.number())
                .put(HexFormat.of().parseHex(host.id()))
                .putLong(numbers.getAsLong())
                .putLong(clock.millis())
                .array();
        byte[] sealed = FleetCrypto.sealed(
                epoch.key(purpose, host.id()), FleetCrypto.nonce(random), about(head, place), filled(payload));
        byte[] signature = FleetCrypto.sign(host.signingKey(), Parts.joined(head, place.getBytes(US_ASCII), sealed));
        return Parts.joined(head, sealed, signature);
    }

    static byte[] about(byte[] head, String place) {
        return Parts.joined(head, place.getBytes(US_ASCII));
    }

    /// The length, the payload, and nothing up to the next step.
    static byte[] filled(byte[] payload) {
        int whole = (payload.length + 4 + STEP - 1) / STEP * STEP;
        return ByteBuffer.allocate(whole).putInt(payload.length).put(payload).array();
    }

    /// What was filled up.
    static byte[] unfilled(byte[] filled) throws RefusedException {
        int length = filled.length < 4 ? -1 : ByteBuffer.wrap(filled).getInt();
        if (length < 0 || length > filled.length - 4) {
            throw new RefusedException(DropReason.MALFORMED);
        }
        return Arrays.copyOfRange(filled, 4, 4 + length);
    }
}
