package dev.svc.server.wiring.engine;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.Holder;
import dev.svc.shared.live.LiveFile;
import dev.svc.shared.live.LiveSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// What commands see of the sessions: the stores, the journal on disk, and what a running service reports as running.
/// Read only.
public final class OfflineCatalog {
    private OfflineCatalog() {}

    /// A look at all sessions.
    ///
    /// @param around what is put around each program
    public static Seen of(Config config, BuildInfo build, UnaryOperator<EngineProvider> around) {
        var folders = new AtomicReference<Supplier<Set<String>>>(Set::of);
        var seen = of(config, ConfiguredEngines.of(config, () -> folders.get().get(), around), build);
        folders.set(seen.catalog()::folderPaths);
        return seen;
    }

    public static Seen of(Config config, Engines engines, BuildInfo build) {
        var organisation = organisation(config);
        var cache = new Cache(config.home().cache(), build.version());
        var running = running(config);
        var catalog =
                new Catalog(engines, () -> organisation, () -> running.orElse(List.of()), Catalog.Settings.once(cache));
        return new Seen(engines, organisation, running.isPresent(), catalog);
    }

    /// What the service of this home reports as running; empty where none runs.
    private static Optional<List<Running>> running(Config config) {
        return Holder.read(config.home().processLock())
                .flatMap(Holder::process)
                .map(service -> LiveFile.of(config.home()).read().sessions().stream()
                        .flatMap(it -> running(it).stream())
                        .toList());
    }

    private static Optional<Running> running(LiveSession it) {
        return SessionId.find(it.id())
                .map(id -> new Running(
                        id,
                        it.place(),
                        it.since(),
                        it.status() == LiveSession.Status.UNKNOWN
                                ? Status.ELSEWHERE
                                : Status.valueOf(it.status().name()),
                        null,
                        it.outside() == null ? null : elsewhere(it.outside(), it.since())));
    }

    private static Elsewhere elsewhere(LiveSession.Outside outside, Instant since) {
        return new Elsewhere(
                Where.valueOf(outside.where().toUpperCase(Locale.ROOT)),
                outside.place().isEmpty() ? null : outside.place(),
                since,
                outside.join(),
                outside.sure(),
                outside.joined());
    }

    /// An empty organisation where there is no journal.
    private static Organisation organisation(Config config) {
        var folder = config.path(Variable.JOURNAL_DIR);
        if (!Files.isDirectory(folder)) {
            return Organisation.EMPTY;
        }
        try (var journal = StoredJournal.open(folder)) {
            return journal.asOf(Long.MAX_VALUE);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
