package dev.svc.server;

import dev.svc.server.metadata.Metadata;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Reaper;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.time.Duration;
import java.util.Set;

/// What the variables say about ending idle programs, and which sessions they spare: named ones, those of named
/// projects, favourites.
final class Reaping {
    private static final String FAVOURITES = "sticky";

    private final Metadata metadata;
    private final Set<String> spared;

    Reaping(Config config, Metadata metadata) {
        this.metadata = metadata;
        this.spared = Set.copyOf(config.list(Variable.REAP_EXEMPT));
    }

    static Reaper.Settings settings(Config config) {
        return new Reaper.Settings(
                Duration.ofSeconds(config.number(Variable.SESSION_TTL)),
                Duration.ofSeconds(config.number(Variable.REAP_INTERVAL)),
                config.flag(Variable.REAP_DRY_RUN));
    }

    boolean isExempt(SessionId session) {
        var marks = metadata.organisation().marks(session);
        var project = marks.project();
        return spared.contains(session.toString())
                || (marks.sticky() && spared.contains(FAVOURITES))
                || (project != null && spared.contains(project.value()));
    }
}
