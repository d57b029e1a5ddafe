package dev.svc.server.fleet.envelope;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
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
    private final ProvenRoots proven = new ProvenRoots();

    public Unsealing(Charter charter) {
        this.epoch = new Epoch(charter);
        charter.members().forEach(member -> members.put(member.id(), member));
    }

    /// The same reading goes on under a charter of the same epoch that has other members.
    public Unsealing under(Charter charter) {
        var next = new Unsealing(charter);
        next.windows.putAll(windows);
        next.proven.addAll(proven);
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
        var opened = opened(purpose, place, message, members, keys(purpose), Optional.of(proven));
        if (!windows.computeIfAbsent(opened.sender().id(), _ -> new ReplayWindow())
                .isNew(opened.number())) {
            throw new RefusedException(DropReason.REPLAYED);
        }
        return opened;
    }

    /// Opens a message for a place that is used once: whoever asks forgets the place with the first message that
    /// opens, so that numbers say nothing. On any thread. It is signed by itself.
    public Opened openOnce(MessageKind purpose, String place, byte[] message) throws RefusedException {
        return opened(purpose, place, message, members, keys(purpose), Optional.empty());
    }

    private Keys keys(MessageKind purpose) {
        return new Keys() {
            @Override
            public boolean has(int number) {
                return number == epoch.number();
            }

            @Override
            public SecretKeySpec of(int number, String host) {
                return epoch.key(purpose, host);
            }
        };
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

    /// @param proven empty where a message is to be signed by itself
    static Opened opened(
            MessageKind purpose,
            String place,
            byte[] message,
            Map<String, Member> members,
            Keys keys,
            Optional<ProvenRoots> proven)
            throws RefusedException {
        if (message.length > purpose.largest()) {
            throw new RefusedException(DropReason.TOO_LARGE);
        }
        if (message.length < LEAST) {
            throw new RefusedException(DropReason.MALFORMED);
        }
        var head = ByteBuffer.wrap(message, 0, Seal.HEAD);
        byte form = head.get();
        if (form != Seal.FORM && (form != Seal.FORM_OF_MANY || proven.isEmpty())) {
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
        var signed = form == Seal.FORM ? new SignedAlone(message) : new SignedWithOthers(message, proven.orElseThrow());
        return new Opened(sender, number, time, payload(keys.of(epoch, sender.id()), place, message, sender, signed));
    }

    /// How it is shown that the sender said what a message says.
    private sealed interface Signed {
        /// How many bytes at the end of the message do that.
        int length();

        /// @param signed what the sender signs
        boolean by(Member sender, byte[] signed);
    }

    private static final class SignedAlone implements Signed {
        private final byte[] message;

        SignedAlone(byte[] message) {
            this.message = message;
        }

        @Override
        public int length() {
            return FleetCrypto.SIGNATURE;
        }

        @Override
        public boolean by(Member sender, byte[] signed) {
            byte[] signature = Arrays.copyOfRange(message, message.length - length(), message.length);
            return FleetCrypto.isSigned(sender.signing(), signed, signature);
        }
    }

    private static final class SignedWithOthers implements Signed {
        private final Proof proof;
        private final ProvenRoots proven;

        SignedWithOthers(byte[] message, ProvenRoots proven) throws RefusedException {
            this.proof = Proof.read(message);
            this.proven = proven;
        }

        @Override
        public int length() {
            return proof.length();
        }

        @Override
        public boolean by(Member sender, byte[] signed) {
            return proof.holds(sender, signed, proven);
        }
    }

    private static byte[] payload(SecretKeySpec key, String place, byte[] message, Member sender, Signed signed)
            throws RefusedException {
        byte[] head = Arrays.copyOf(message, Seal.HEAD);
        byte[] sealed = Arrays.copyOfRange(message, Seal.HEAD, message.length - signed.length());
        byte[] filled = FleetCrypto.opened(key, Seal.about(head, place), sealed)
                .orElseThrow(() -> new RefusedException(DropReason.FORGED));
        if (!signed.by(sender, Seal.signed(head, place, sealed))) {
            throw new RefusedException(DropReason.FORGED);
        }
        return Seal.unfilled(filled);
    }
}
