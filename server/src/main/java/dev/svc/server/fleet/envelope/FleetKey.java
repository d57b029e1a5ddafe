package dev.svc.server.fleet.envelope;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;

/// Signs the list of members. The host that made the fleet has it, and nobody else: only there hosts are
/// invited and ended.
public final class FleetKey {
    private final KeyPair pair;

    private FleetKey(KeyPair pair) {
        this.pair = pair;
    }

    public static FleetKey make(SecureRandom random) {
        return new FleetKey(FleetCrypto.pair(FleetCrypto.SIGNING, random));
    }

    /// The key as a file keeps it.
    public record Kept(String secret, String open) {}

    public Kept kept() {
        return new Kept(
                HostKeys.text(pair.getPrivate().getEncoded()),
                HostKeys.text(pair.getPublic().getEncoded()));
    }

    /// The key that a file keeps.
    ///
    /// @throws GeneralSecurityException when this is no key
    public static FleetKey of(Kept kept) throws GeneralSecurityException {
        return new FleetKey(HostKeys.pair(FleetCrypto.SIGNING, kept.secret(), kept.open()));
    }

    public FleetId id() {
        return new FleetId(pair.getPublic());
    }

    byte[] sign(byte[] message) {
        return FleetCrypto.sign(pair.getPrivate(), message);
    }

    PublicKey open() {
        return pair.getPublic();
    }
}
