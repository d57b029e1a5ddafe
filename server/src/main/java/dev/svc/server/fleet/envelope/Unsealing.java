package dev.svc.server.fleet.envelope;

import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/// Opens what members say, for one charter and one reading of what the broker has. For one thread.
///
/// What costs most comes last: a message that the broker made up fails at the seal, before any signature is
/// checked.
public final class Unsealing {
    /// No larger request to come in is looked at.
    static final int LARGEST = 64 << 10;

    private static final int LEAST = Seal.HEAD + FleetCrypto.NONCE + FleetCrypto.TAG + FleetCrypto.SIGNATURE;

    private final Epoch epoch;
    private final Map<String, Member> members = new HashMap<>();
    private final Map<String, ReplayWindow> windows = new HashMap<>();

    public Unsealing(Charter charter) {
        this.epoch = new Epoch(charter);
        charter.members().forEach(member -> members.put(member.id(), member));
    }

    /// The same reading goes on under a charter of the same epoch that has other members.
    public Unsealing under(Charter charter) {
        var next = new Unsealing(charter);
        next.windows.putAll(windows);
        return next;
    }

    /// What a member said.
    public static final class Opened {
        private final Member sender;
        private final long number;
        private final Instant time;
        private final byte[] payload;

        private Opened(Member sender, long number, Instant time, byte[] payload) {
            this.sender = sender;
            this.number = number;
            this.time = time;
            this.payload = payload;
        }

        public Member sender() {
            return sender;
        }

        /// Larger than that of everything that the sender said before.
        public long number() {
            return number;
        }

        /// By the clock of the sender.
        public Instant time() {
            return time;
        }

        public byte[] payload() {
            return payload.clone();
        }
    }

    /// Opens one message, or refuses it.
    ///
    /// @param place the key under which the message was found
    public Opened open(MessageKind purpose, String place, byte[] message) throws RefusedException {
        var opened = openOnce(purpose, place, message);
        if (!windows.computeIfAbsent(opened.sender().id(), _ -> new ReplayWindow())
                .isNew(opened.number())) {
            throw new RefusedException(DropReason.REPLAYED);
        }
        return opened;
    }

    /// Opens a message for a place that is used once: whoever asks forgets the place with the first message that
    /// opens, so that numbers say nothing. On any thread.
    public Opened openOnce(MessageKind purpose, String place, byte[] message) throws RefusedException {
        return opened(purpose, place, message, members, new Keys() {
            @Override
            public boolean has(int number) {
                return number == epoch.number();
            }

            @Override
            public SecretKeySpec of(int number, String host) {
                return epoch.key(purpose, host);
            }
        });
    }

    /// Where the keys of messages are found.
    interface Keys {
        boolean has(int epoch);

        /// The key of what a host says in an epoch.
        ///
        /// @param epoch one that it has
        /// @param host one that is known: what strangers make up takes no room
        SecretKeySpec of(int epoch, String host);
    }

    static Opened opened(MessageKind purpose, String place, byte[] message, Map<String, Member> members, Keys keys)
            throws RefusedException {
        if (message.length > purpose.largest()) {
            throw new RefusedException(DropReason.TOO_LARGE);
        }
        if (message.length < LEAST) {
            throw new RefusedException(DropReason.MALFORMED);
        }
        var head = ByteBuffer.wrap(message, 0, Seal.HEAD);
        if (head.get() != Seal.FORM) {
            throw new RefusedException(DropReason.OTHER_FORM);
        }
        if (head.get() != purpose.code()) {
            throw new RefusedException(DropReason.FORGED);
        }
        int epoch = head.getInt();
        if (!keys.has(epoch)) {
            throw new RefusedException(DropReason.OTHER_EPOCH);
        }
        byte[] id = new byte[Seal.SENDER];
        head.get(id);
        var sender = members.get(HexFormat.of().formatHex(id));
        if (sender == null) {
            throw new RefusedException(DropReason.UNKNOWN_SENDER);
        }
        long number = head.getLong();
        var time = Instant.ofEpochMilli(head.getLong());
        return new Opened(sender, number, time, payload(keys.of(epoch, sender.id()), place, message, sender));
    }

    private static byte[] payload(SecretKeySpec key, String place, byte[] message, Member sender)
            throws RefusedException {
        byte[] head = Arrays.copyOf(message, Seal.HEAD);
        int end = message.length - FleetCrypto.SIGNATURE;
        byte[] sealed = Arrays.copyOfRange(message, Seal.HEAD, end);
        byte[] filled = FleetCrypto.opened(key, Seal.about(head, place), sealed)
                .orElseThrow(() -> new RefusedException(DropReason.FORGED));
        byte[] signed = Parts.joined(Seal.about(head, place), sealed);
        byte[] signature = Arrays.copyOfRange(message, end, message.length);
        if (!FleetCrypto.isSigned(sender.signing(), signed, signature)) {
            throw new RefusedException(DropReason.FORGED);
        }
        return Seal.unfilled(filled);
    }
}
