package dev.svc.server.fleet.envelope;

import java.security.PublicKey;
import java.util.Base64;
import java.util.Optional;

/// Which fleet: the public key that checks its list of members.
public record FleetId(PublicKey key) {

    /// Names the fleet at the broker, and tells nothing.
    public String name() {
        return FleetCrypto.shortName(FleetCrypto.digest(key.getEncoded()));
    }

    /// As files keep it.
    public String text() {
        return HostKeys.text(key.getEncoded());
    }

    public static Optional<FleetId> find(String text) {
        try {
            return of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException noKey) {
            return Optional.empty();
        }
    }

    static Optional<FleetId> of(byte[] encoded) {
        return FleetCrypto.publicKey(FleetCrypto.SIGNING, encoded).map(FleetId::new);
    }
}
