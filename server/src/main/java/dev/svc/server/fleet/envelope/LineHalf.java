package dev.svc.server.fleet.envelope;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.util.Base64;

/// The half of a line's key that one host draws for it. The other half comes in a message that is sealed and signed,
/// and
/// so does this one; both make a key that these two hosts alone know, for this line alone, and that is gone with it.
public final class LineHalf {
    private final KeyPair pair;

    private LineHalf(KeyPair pair) {
        this.pair = pair;
    }

    public static LineHalf draw(SecureRandom random) {
        return new LineHalf(FleetCrypto.pair(FleetCrypto.AGREEING, random));
    }

    /// What the other host is told of it.
    public String told() {
        return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    }

    /// What the frames of a line are sealed and opened with at this end.
    ///
    /// @param theirs what the other host told of its half
    /// @param line the name of the line, the same at both ends
    /// @param calls whether this host asked for the line
    public LineSeal with(String theirs, String line, boolean calls) throws RefusedException {
        try {
            var half = FleetCrypto.publicKey(
                            FleetCrypto.AGREEING, Base64.getDecoder().decode(theirs))
                    .orElseThrow(() -> new RefusedException(DropReason.MALFORMED));
            byte[] agreed = FleetCrypto.agreed(pair.getPrivate(), half);
            var forth = FleetCrypto.derived(agreed, "line " + line + " forth", "AES");
            var back = FleetCrypto.derived(agreed, "line " + line + " back", "AES");
            return calls ? new LineSeal(forth, back) : new LineSeal(back, forth);
        } catch (GeneralSecurityException | IllegalArgumentException unfit) {
            throw new RefusedException(DropReason.MALFORMED);
        }
    }
}
