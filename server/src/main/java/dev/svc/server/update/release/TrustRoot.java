package dev.svc.server.update.release;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The accepted signers: `allowed_signers` (ssh) or `gnupg` (OpenPGP) in `<home>/trust`. Without either, signatures are
/// not required.
public final class TrustRoot {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path signers;
    private final Path keyring;

    public TrustRoot(Path home) {
        this.signers = home.resolve("trust/allowed_signers");
        this.keyring = home.resolve("trust/gnupg");
    }

    boolean isConfigured() {
        return Files.exists(signers) || Files.exists(keyring);
    }

    /// Refuses a release that no signer of this installation has signed.
    ///
    /// @param repository where the object lies
    /// @throws UpdateException where a signature is asked for and what was fetched has none that counts
    public void requireSigned(Git git, Path repository, Candidate candidate) {
        if (!isConfigured()) {
            return;
        }
        var words = new ArrayList<>(settings());
        words.addAll(List.of("-C", repository.toString()));
        words.addAll(candidate.isTag() ? List.of("verify-tag", "--format=%(tag)") : List.of("verify-commit"));
        words.add(candidate.object());
        var answer = git.run(PATIENCE, words, Map.of("GNUPGHOME", keyring.toString()));
        if (!answer.succeeded()) {
            throw new UpdateException("%s is not signed by anybody in %s (%s): nothing was installed."
                    .formatted(candidate.shortRef(), signers.getParent(), answer.complaint()));
        }
        requireOwnName(candidate, answer.out().strip());
    }

    /// A signed tag of another name could smuggle an old release in under a new number.
    private static void requireOwnName(Candidate candidate, String signed) {
        if (candidate.isTag() && !signed.equals(candidate.shortRef())) {
            throw new UpdateException("The tag %s was signed as %s: a release is installed under its own name only."
                    .formatted(candidate.shortRef(), signed));
        }
    }

    /// Only what is configured here counts, whatever this person trusts elsewhere.
    private List<String> settings() {
        var settings = new ArrayList<>(List.of("-c", "gpg.ssh.allowedSignersFile=" + signers));
        settings.addAll(List.of("-c", "gpg.x509.program=/bin/false", "-c", "gpg.ssh.program=ssh-keygen"));
        settings.addAll(List.of("-c", "gpg.ssh.revocationFile="));
        settings.addAll(List.of("-c", "gpg.program=" + (Files.exists(keyring) ? "gpg" : "/bin/false")));
        return settings;
    }
}
