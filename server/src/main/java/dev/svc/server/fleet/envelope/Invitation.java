package dev.svc.server.fleet.envelope;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/// Lets one host in, once, until it ends: where the broker is, which fleet, and a secret that both sides
/// know.
///
/// Its line is what a person carries from one host to the other.
public final class Invitation {
    private static final int ID = 8;
    private static final int LONGEST_LINE = 2_000;
    private static final int BEFORE_KEY = ID + FleetCrypto.SECRET + 4;

    private final String broker;
    private final FleetId fleet;
    private final byte[] id;
    private final byte[] secret;
    private final Instant end;

    private Invitation(String broker, FleetId fleet, byte[] id, byte[] secret, Instant end) {
        this.broker = broker;
        this.fleet = fleet;
        this.id = id;
        this.secret = secret;
        this.end = end.truncatedTo(ChronoUnit.SECONDS);
    }

    public static Invitation make(String broker, FleetId fleet, Instant end, SecureRandom random) {
        byte[] id = new byte[ID];
        random.nextBytes(id);
        byte[] secret = new byte[FleetCrypto.SECRET];
        random.nextBytes(secret);
        return new Invitation(broker, fleet, id, secret, end);
    }

    /// One word without blanks: the broker's address, `#`, and the rest.
    public String line() {
        byte[] rest = ByteBuffer.allocate(BEFORE_KEY + fleet.key().getEncoded().length)
                .put(id)
                .put(secret)
                .putInt((int) end.getEpochSecond())
                .put(fleet.key().getEncoded())
                .array();
        return broker + '#' + Base64.getUrlEncoder().withoutPadding().encodeToString(rest);
    }

    /// Empty when this is no line of an invitation.
    public static Optional<Invitation> find(String line) {
        int mark = line.lastIndexOf('#');
        if (mark < 1 || line.length() > LONGEST_LINE) {
            return Optional.empty();
        }
        try {
            byte[] rest = Base64.getUrlDecoder().decode(line.substring(mark + 1));
            if (rest.length <= BEFORE_KEY) {
                return Optional.empty();
            }
            var end = Instant.ofEpochSecond(
                    Integer.toUnsignedLong(ByteBuffer.wrap(rest).getInt(ID + FleetCrypto.SECRET)));
            return FleetId.of(Arrays.copyOfRange(rest, BEFORE_KEY, rest.length))
                    .map(fleet -> new Invitation(
                            line.substring(0, mark),
                            fleet,
                            Arrays.copyOf(rest, ID),
                            Arrays.copyOfRange(rest, ID, ID + FleetCrypto.SECRET),
                            end));
        } catch (IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    public String broker() {
        return broker;
    }

    public FleetId fleet() {
        return fleet;
    }

    public Instant end() {
        return end;
    }

    public boolean isOver(Instant now) {
        return !now.isBefore(end);
    }

    /// Names it at the broker; tells nothing of its secret.
    public String id() {
        return HexFormat.of().formatHex(id);
    }

    /// Seals what the new host asks, so that only who made the invitation reads it.
    byte[] sealRequest(byte[] request, SecureRandom random) {
        return FleetCrypto.sealed(key("request"), FleetCrypto.nonce(random), id, request);
    }

    Optional<byte[]> openRequest(byte[] sealed) {
        return FleetCrypto.opened(key("request"), id, sealed);
    }

    /// Seals the answer to one request; it opens as the answer to no other one.
    byte[] sealAnswer(byte[] answer, byte[] request, SecureRandom random) {
        return FleetCrypto.sealed(key("answer"), FleetCrypto.nonce(random), FleetCrypto.digest(request), answer);
    }

    Optional<byte[]> openAnswer(byte[] sealed, byte[] request) {
        return FleetCrypto.opened(key("answer"), FleetCrypto.digest(request), sealed);
    }

    private SecretKeySpec key(String purpose) {
        return FleetCrypto.derived(secret, "invitation " + purpose, "AES");
    }
}
