package dev.svc.server.fleet.envelope;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Base64;

/// A host that is in the fleet, with the public halves of its keys.
///
/// @param signing checks what it says
/// @param agreeing seals a secret for it alone
public record Member(String name, PublicKey signing, PublicKey agreeing, Instant since) {
    private static final int NAME = 1;
    private static final int SIGNING = 2;
    private static final int AGREEING = 3;
    private static final int SINCE = 4;
    private static final int LONGEST = 1_024;

    /// Follows from its key: nobody else can have it.
    public String id() {
        return id(signing);
    }

    static String id(PublicKey signing) {
        return FleetCrypto.shortName(FleetCrypto.digest(signing.getEncoded()));
    }

    /// As people compare it on two screens.
    public String fingerprint() {
        return "SHA256:"
                + Base64.getEncoder().withoutPadding().encodeToString(FleetCrypto.digest(signing.getEncoded()));
    }

    byte[] written() {
        return new FieldsWriter()
                .text(NAME, name)
                .bytes(SIGNING, signing.getEncoded())
                .bytes(AGREEING, agreeing.getEncoded())
                .number(SINCE, since.toEpochMilli())
                .written();
    }

    static Member read(byte[] written) throws MalformedException {
        var fields = WireFields.parse(written, LONGEST);
        var name = fields.text(NAME, HostName.LONGEST + 1);
        if (name == null || !HostName.isFit(name)) {
            throw new MalformedException("a member without a fit name");
        }
        return new Member(
                name,
                key(FleetCrypto.SIGNING, fields.bytes(SIGNING)),
                key(FleetCrypto.AGREEING, fields.bytes(AGREEING)),
                Instant.ofEpochMilli(fields.number(SINCE, 0)));
    }

    private static PublicKey key(String algorithm, byte[] encoded) throws MalformedException {
        return FleetCrypto.publicKey(algorithm, encoded)
                .orElseThrow(() -> new MalformedException("a member without a key"));
    }
}
