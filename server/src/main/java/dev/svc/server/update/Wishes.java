package dev.svc.server.update;

import java.util.Optional;

/// The update settings in force.
///
/// @param repo SVC_REPO, where it is set
/// @param auto whether they are applied once a day
public record Wishes(Optional<String> repo, Channel channel, boolean auto) {

    /// The configured repository, else the one that the release was built from.
    Source source(Release installed) {
        return Source.of(repo.orElse(installed.repo()));
    }
}
