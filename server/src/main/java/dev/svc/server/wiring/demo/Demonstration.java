package dev.svc.server.wiring.demo;

import dev.svc.server.demo.DemoChange;
import dev.svc.server.demo.DemoHome;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A service on a demonstration home, with a past in its journal.
public final class Demonstration {
    private static final Actor PERSON = Actor.admin(null, null);

    private final Metadata metadata;
    private final Map<String, ProjectId> projects = new HashMap<>();

    private Demonstration(Metadata metadata) {
        this.metadata = metadata;
    }

    /// A configuration that ignores this person's home, and takes from the environment only where to listen and where
    /// the page lies.
    public static Config config(DemoHome demo, Platform own, Optional<Path> programRoot) throws IOException {
        var environment = new HashMap<>(demo.environment());
        for (var kept : List.of(Variable.HOST, Variable.PORT, Variable.WEB_DIST)) {
            Optional.ofNullable(own.environment().get(kept.variableName()))
                    .ifPresent(value -> environment.put(kept.variableName(), value));
        }
        var platform = new Platform(own.family(), demo.home(), environment);
        var config = Config.load(platform, programRoot.orElse(null));
        remember(config.path(Variable.JOURNAL_DIR), demo.deeds());
        return config;
    }

    private static void remember(Path folder, List<DemoChange> deeds) {
        var then = new AtomicReference<>(Instant.EPOCH);
        InstantSource source = then::get;
        var clock = source.withZone(ZoneOffset.UTC);
        try (var journal = ChronicleJournal.open(folder, clock);
                var metadata = new Metadata(journal, clock)) {
            var demonstration = new Demonstration(metadata);
            for (var change : deeds) {
                then.set(change.at());
                demonstration.repeat(change);
            }
        }
    }

    private void repeat(DemoChange change) {
        switch (change) {
            case DemoChange.MadeProject it -> {
                var folders = it.folders().stream().map(Path::toString).toList();
                projects.put(
                        it.name(),
                        metadata.createProject(it.name(), it.color(), folders, PERSON)
                                .id());
            }
            case DemoChange.PutInto it ->
                metadata.assign(it.session(), Objects.requireNonNull(projects.get(it.project())), PERSON);
            case DemoChange.Starred it -> metadata.favourite(it.session(), PERSON);
            case DemoChange.Renamed it -> metadata.rename(it.session(), it.title(), PERSON);
            case DemoChange.Archived it -> metadata.archive(List.of(it.session()), PERSON);
        }
    }
}
