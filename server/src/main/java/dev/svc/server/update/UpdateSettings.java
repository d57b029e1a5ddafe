package dev.svc.server.update;

import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.ReleaseSource;
import java.util.Optional;

/// What is configured about updates, as it stands now.
///
/// @param repo SVC_REPO, where it is set
/// @param releases SVC_RELEASES, where releases are fetched ready-made, where it is set
/// @param auto whether they are applied once a day
public record UpdateSettings(Optional<String> repo, Optional<String> releases, Channel channel, boolean auto) {

    /// The configured repository, else the one that the release was built from.
    ReleaseSource source(Release installed) {
        return ReleaseSource.of(repo.orElse(installed.repo()));
    }
}
