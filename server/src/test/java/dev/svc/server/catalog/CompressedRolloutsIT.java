package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionFacts;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Codex compresses its rollouts, and expands them again, while they are listed: each file appears whole under its
/// name,
/// and then the other one goes.
class CompressedRolloutsIT {
    @TempDir
    Path home;

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
    }

    @Test
    void rows_stay_and_keep_their_facts_while_their_files_are_compressed_and_expanded() throws Exception {
        var events = new CopyOnWriteArrayList<CatalogEvent>();
        try (var catalog = catalog()) {
            var _ = catalog.subscribe(events::add);
            catalog.start();
            assertThat(catalog.awaitScanned(Waiting.PATIENCE)).isTrue();
            untilUpToDate(catalog);
            var before = withoutSizes(rows(catalog));
            assertThat(before).hasSizeGreaterThan(10);
            events.clear();

            for (var rollout : Compressing.rollouts(home)) {
                var expanded = rollout.resolveSibling(rollout.getFileName() + ".tmp");
                Files.copy(rollout, expanded, StandardCopyOption.COPY_ATTRIBUTES);
                var compressed = Compressing.replace(rollout);
                untilUpToDate(catalog);
                assertThat(withoutSizes(rows(catalog))).isEqualTo(before);

                Files.move(expanded, rollout);
                Files.delete(compressed);
                untilUpToDate(catalog);
                assertThat(withoutSizes(rows(catalog))).isEqualTo(before);
            }
            assertThat(events).isNotEmpty().allMatch(CatalogEvent.Changed.class::isInstance);
        }
    }

    private Catalog catalog() {
        var settings = new Catalog.Settings(
                new Cache(home.resolve("cache"), "test"),
                Duration.ofSeconds(30),
                true,
                InstantSource.system(),
                1_000_000);
        return new Catalog(new Engines(List.of(codex())), () -> Organisation.EMPTY, List::of, settings);
    }

    private CodexProvider codex() {
        return new CodexProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    /// Until the list says what a reading of the whole store says.
    private void untilUpToDate(Catalog catalog) throws IOException {
        var wanted = new HashMap<String, SessionFacts>();
        for (var facts : StoreFixture.rows(codex().store())) {
            wanted.put(facts.id().nativeId(), facts);
        }
        wanted.values().removeIf(facts -> facts.archived() || facts.parent() != null);
        Waiting.until(
                () -> rows(catalog) + " is not yet " + wanted,
                () -> rows(catalog).equals(wanted));
    }

    private static Map<String, SessionFacts> rows(Catalog catalog) {
        var rows = new HashMap<String, SessionFacts>();
        catalog.page(Query.first(500)).rows().forEach(row -> rows.put(row.id().nativeId(), row.facts()));
        return rows;
    }

    private static Map<String, SessionFacts> withoutSizes(Map<String, SessionFacts> rows) {
        var same = new HashMap<String, SessionFacts>();
        rows.forEach((id, it) -> same.put(
                id,
                new SessionFacts(
                        it.id(),
                        it.title(),
                        it.firstMessage(),
                        it.cwd(),
                        it.createdAt(),
                        it.updatedAt(),
                        it.messageCount(),
                        it.model(),
                        it.branch(),
                        0,
                        it.archived(),
                        it.parent(),
                        it.unreadable())));
        return same;
    }
}
