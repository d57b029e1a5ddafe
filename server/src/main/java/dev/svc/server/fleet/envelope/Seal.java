package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/// Seals and signs what this host says, for one charter.
///
/// A message is: form, purpose, epoch, sender, number, time, nonce, sealed bytes, signature. Everything
/// before the sealed bytes, and the place where the message is put, is sealed along: it stands in the open,
/// and cannot be changed. Of messages that are signed together, each has a [Proof] in place of its signature.
public final class Seal {
    static final byte FORM = 1;
    static final byte FORM_OF_MANY = 2;
    static final int SENDER = 8;
    static final int HEAD = 1 + 1 + 4 + SENDER + 8 + 8;

    /// So many messages are signed together at most.
    public static final int TOGETHER = 128;

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
        byte[] head = head(FORM, purpose);
        byte[] sealed = sealed(head, purpose, place, payload);
        byte[] signature = FleetCrypto.sign(host.signingKey(), signed(head, place, sealed));
        return Parts.joined(head, sealed, signature);
    }

    /// Seals messages each for itself, and signs them together: who reads them checks one signature.
    ///
    /// @param payloads by the keys under which they are put, [#TOGETHER] at most
    /// @return the messages by these keys
    public Map<String, byte[]> sealAll(MessageKind purpose, SequencedMap<String, byte[]> payloads) {
        var messages = new LinkedHashMap<String, byte[]>();
        if (payloads.size() == 1) {
            payloads.forEach((place, payload) -> messages.put(place, seal(purpose, place, payload)));
            return messages;
        }
        var signed = new ArrayList<byte[]>();
        payloads.forEach((place, payload) -> {
            byte[] head = head(FORM_OF_MANY, purpose);
            byte[] sealed = sealed(head, purpose, place, payload);
            messages.put(place, Parts.joined(head, sealed));
            signed.add(signed(head, place, sealed));
        });
        var proofs = Proof.of(signed, host).iterator();
        messages.replaceAll((_, message) -> Parts.joined(message, proofs.next()));
        return messages;
    }

    private byte[] head(byte form, MessageKind purpose) {
        return ByteBuffer.allocate(HEAD)
                .put(form)
                .put(purpose.code())
                .putInt(epoch.number())
                .put(HexFormat.of().parseHex(host.id()))
                .putLong(numbers.getAsLong())
                .putLong(clock.millis())
                .array();
    }

    private byte[] sealed(byte[] head, MessageKind purpose, String place, byte[] payload) {
        return FleetCrypto.sealed(
                epoch.key(purpose, host.id()), FleetCrypto.nonce(random), about(head, place), filled(payload));
    }

    static byte[] signed(byte[] head, String place, byte[] sealed) {
        return Parts.joined(about(head, place), sealed);
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
