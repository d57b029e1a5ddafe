package dev.svc.shared.secret;

import java.util.List;

/// The state of two-factor authentication as its file has it.
public sealed interface SecondFactor {

    /// There is no file.
    record Off() implements SecondFactor {}

    /// Enrolled.
    ///
    /// @param secret the TOTP secret in base32
    /// @param lastStep the newest time step whose code was accepted; none up to it is accepted again
    /// @param recoveryCodes the digests of the codes that are left
    record On(String secret, long lastStep, List<String> recoveryCodes) implements SecondFactor {
        public On {
            recoveryCodes = List.copyOf(recoveryCodes);
        }

        /// The same with a newer accepted step.
        public On acceptedAt(long step) {
            return new On(secret, step, recoveryCodes);
        }

        /// The same with other recovery codes.
        public On withRecoveryCodes(List<String> digests) {
            return new On(secret, lastStep, digests);
        }

        @Override
        public String toString() {
            return "two-factor on, " + recoveryCodes.size() + " recovery codes left"; // never the secret
        }
    }

    /// There is a file that cannot be used: nobody signs in until it is repaired or removed on the host.
    ///
    /// @param sentence what is wrong and what to do on the host
    record Broken(String sentence) implements SecondFactor {}
}
