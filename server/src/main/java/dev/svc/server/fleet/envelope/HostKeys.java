package dev.svc.server.fleet.envelope;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;

/// The two pairs of keys of a host: one signs what it says, secrets are sealed for the other.
public final class HostKeys {
    private final KeyPair signing;
    private final KeyPair agreeing;

    private HostKeys(KeyPair signing, KeyPair agreeing) {
        this.signing = signing;
        this.agreeing = agreeing;
    }

    public static HostKeys make(SecureRandom random) {
        return new HostKeys(
                FleetCrypto.pair(FleetCrypto.SIGNING, random), FleetCrypto.pair(FleetCrypto.AGREEING, random));
    }

    /// The keys as a file keeps them: four texts.
    public record Kept(String signing, String signingPublic, String agreeing, String agreeingPublic) {}

    public Kept kept() {
        return new Kept(
                text(signing.getPrivate().getEncoded()),
                text(signing.getPublic().getEncoded()),
                text(agreeing.getPrivate().getEncoded()),
                text(agreeing.getPublic().getEncoded()));
    }

    /// The keys that a file keeps.
    ///
    /// @throws GeneralSecurityException when these are no keys
    public static HostKeys of(Kept kept) throws GeneralSecurityException {
        return new HostKeys(
                pair(FleetCrypto.SIGNING, kept.signing(), kept.signingPublic()),
                pair(FleetCrypto.AGREEING, kept.agreeing(), kept.agreeingPublic()));
    }

    static KeyPair pair(String algorithm, String secret, String open) throws GeneralSecurityException {
        try {
            var decoder = Base64.getDecoder();
            var known = FleetCrypto.publicKey(algorithm, decoder.decode(open))
                    .orElseThrow(() -> new GeneralSecurityException("no public key"));
            return new KeyPair(known, FleetCrypto.privateKey(algorithm, decoder.decode(secret)));
        } catch (IllegalArgumentException noText) {
            throw new GeneralSecurityException("no key", noText);
        }
    }

    static String text(byte[] encoded) {
        return Base64.getEncoder().encodeToString(encoded);
    }

    public String id() {
        return Member.id(signing.getPublic());
    }

    /// What others know of it.
    public Member as(String name, Instant since) {
        return new Member(name, signing.getPublic(), agreeing.getPublic(), since);
    }

    PrivateKey signingKey() {
        return signing.getPrivate();
    }

    PrivateKey agreeingKey() {
        return agreeing.getPrivate();
    }

    PublicKey signingPublic() {
        return signing.getPublic();
    }
}
