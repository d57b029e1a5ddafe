package dev.svc.server.update;

import dev.svc.server.update.release.Candidate;
import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Commands;
import dev.svc.server.update.release.Git;
import dev.svc.server.update.release.Helper;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.ReleaseSource;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Fetches a release that was made ready for this machine, with the script of the installed release, which looks at
/// signature and hash before anything of it is run. Where none is there for this tag, it has to be built.
final class ReadyMade {
    private static final int NOT_THERE = 4;

    private final Map<String, String> surroundings;
    private final Helper helper;
    private final Duration patience;
    private final Path signers;

    ReadyMade(Map<String, String> surroundings, Helper helper, Duration patience, Path signers) {
        this.surroundings = surroundings;
        this.helper = helper;
        this.patience = patience;
        this.signers = signers;
    }

    /// Empty where none is there; then nothing is left in the folder.
    ///
    /// @throws UpdateException where what is there is not what it should be
    Optional<Release> release(
            Release installed,
            String releases,
            ReleaseSource source,
            Channel channel,
            Candidate candidate,
            Path folder,
            UpdateLog log) {
        Path script = installed.source().resolve("installer/fetch-release.sh");
        if (!candidate.isTag() || !Files.isRegularFile(script, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        var argv = List.of(
                "/bin/sh",
                script.toString(),
                releases,
                candidate.shortRef(),
                candidate.commit(),
                signers.toString(),
                folder.toString());
        var environment = new HashMap<>(Git.environment(surroundings));
        environment.put("SVC_CHANNEL", channel.word());
        environment.put("SVC_REPO", source.address());
        var outcome = Commands.run(argv, installed.source(), environment, patience, helper::note, log::say);
        if (!outcome.inTime()) {
            throw new UpdateException("%s was not fetched within %d minutes: nothing was installed."
                    .formatted(candidate.version(), patience.toMinutes()));
        }
        if (outcome.code() == NOT_THERE) {
            discard(folder);
            return Optional.empty();
        }
        if (!outcome.succeeded()) {
            throw new UpdateException(outcome.complaint().replaceFirst("^svc: ", ""));
        }
        return Optional.of(Build.built(candidate, folder));
    }

    private static void discard(Path folder) {
        try {
            WholeFolder.remove(folder);
        } catch (IOException left) {
            throw new UpdateException("%s cannot be removed (%s): mend its permissions and try again."
                    .formatted(folder, left.getMessage()));
        }
    }
}
