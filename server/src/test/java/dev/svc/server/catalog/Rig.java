package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/// A catalogue over a temporary store, and methods that change that store.
final class Rig implements AutoCloseable {
    final Path store;
    final FakeEngine engine;
    final Catalog catalog;
    final List<CatalogEvent> events = new CopyOnWriteArrayList<>();
    volatile Organisation organisation = Organisation.EMPTY;
    volatile Collection<Running> running = List.of();

    Rig(Path folder) {
        this(folder, new FakeEngine(EngineKey.CODEX, folder.resolve("store")));
    }

    Rig(Path folder, FakeEngine engine) {
        this(folder, engine, Duration.ofSeconds(30));
    }

    Rig(Path folder, FakeEngine engine, Duration walkPause) {
        this(folder, engine, walkPause, true);
    }

    /// A catalogue that is notified of nothing and walks only on request.
    static Rig blind(Path folder) {
        return new Rig(folder, new FakeEngine(EngineKey.CODEX, folder.resolve("store")), Duration.ofDays(1), false);
    }

    private Rig(Path folder, FakeEngine engine, Duration walkPause, boolean watches) {
        this.store = folder.resolve("store");
        this.engine = engine;
        var settings = new Catalog.Settings(
                new Cache(folder.resolve("cache"), "test"), walkPause, watches, InstantSource.system(), 1_000_000);
        var providers = new ArrayList<EngineProvider>(List.of(engine));
        this.catalog = new Catalog(new Engines(providers), () -> organisation, () -> running, settings);
        var _ = catalog.subscribe(events::add);
    }

    Rig start() throws InterruptedException {
        catalog.start();
        assertThat(catalog.awaitScanned(Waiting.PATIENCE)).isTrue();
        return this;
    }

    static SessionId id(String name) {
        return new SessionId(EngineKey.CODEX, name);
    }

    static void write(Path store, String name, String... lines) {
        try {
            var file = store.resolve(name + ".jsonl");
            Files.createDirectories(file.getParent());
            Files.writeString(
                    file, String.join("\n", lines) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static String line(String text, int minute) {
        return "{\"text\":\"%s\",\"cwd\":\"/home/alex/shop\",\"at\":\"%s\"}"
                .formatted(text, Instant.parse("2026-11-21T10:00:00Z").plusSeconds(60L * minute));
    }

    List<String> listed() {
        return names(catalog.page(Query.first(500)));
    }

    static List<String> names(Page page) {
        return page.rows().stream().map(row -> row.id().nativeId()).toList();
    }

    Row row(String name) {
        return catalog.find(id(name)).orElseThrow();
    }

    /// Waits until the catalogue has seen what the test did; a failure shows the state in which it hangs.
    void until(BooleanSupplier reached) {
        Waiting.until(() -> "listed: " + listed(), reached::getAsBoolean);
    }

    @Override
    public void close() {
        catalog.close();
    }
}
