package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.row.SessionStore;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.CatalogEvent;
import dev.svc.server.catalog.ListView;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.http.gate.Json;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.file.WholeFolder;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Counts what the list costs, a session, a change and a page of it, in a catalogue of this process.
/// Started by [ListCostIT].
public final class ListCosts {
    private static final int SESSIONS = 1_000;
    private static final int CHANGES = 40;
    private static final int PAGES = 50;
    private static final Duration NEVER = Duration.ofDays(1); // so that nothing is walked meanwhile

    private final Path home;
    private final Path cache;

    private ListCosts(Path home, Path cache) {
        this.home = home;
        this.cache = cache;
    }

    public static void main(String[] none) throws Exception {
        try (var ground = Ground.make()) {
            var costs = new ListCosts(SessionStore.make(ground, SESSIONS), ground.file("cache"));
            costs.list("cold"); // what is loaded once
            WholeFolder.remove(costs.cache);
            costs.list("nothing");
            costs.list("cached");
            costs.follow();
        }
        System.exit(0);
    }

    private void list(String how) throws IOException, InterruptedException {
        var before = Costs.ofProcess();
        try (var catalog = catalog()) {
            catalog.start();
            catalog.awaitRead(Waiting.PATIENCE);
        }
        var costs = Costs.ofProcess().minus(before);
        Costs.say(how + ".allocated", (double) costs.allocated() / SESSIONS);
        Costs.say(how + ".calls", (double) costs.calls() / SESSIONS);
        Costs.say(how + ".read", (double) costs.bytes() / size());
    }

    private long size() throws IOException {
        long all = 0;
        for (var log : SessionStore.logs(home)) {
            all += Files.size(log);
        }
        return all;
    }

    private void follow() throws IOException, InterruptedException {
        try (var catalog = catalog()) {
            catalog.start();
            catalog.awaitRead(Waiting.PATIENCE);
            pages(catalog);
            changes(catalog);
        }
    }

    private static void pages(Catalog catalog) {
        page(catalog, 0);
        long before = Costs.allocatedHere();
        for (int i = 0; i < PAGES; i++) {
            page(catalog, i % 8 * 100);
        }
        Costs.say("page.allocated", (double) (Costs.allocatedHere() - before) / PAGES);
    }

    private static void page(Catalog catalog, int from) {
        Json.bytes(ListView.of(catalog.page(Query.first(100).from(from)), _ -> null, catalog.engines()));
    }

    private void changes(Catalog catalog) throws IOException, InterruptedException {
        var events = new LinkedBlockingQueue<CatalogEvent>();
        var logs = SessionStore.logs(home);
        try (var _ = catalog.subscribe(events::add)) {
            change(logs, events, 0);
            var before = Costs.ofProcess();
            for (int i = 1; i <= CHANGES; i++) {
                change(logs, events, i);
            }
            var costs = Costs.ofProcess().minus(before);
            Costs.say("change.allocated", (double) costs.allocated() / CHANGES);
            Costs.say("change.read", (double) costs.bytes() / CHANGES);
        }
    }

    private static void change(List<Path> logs, BlockingQueue<CatalogEvent> events, int which)
            throws IOException, InterruptedException {
        var log = logs.get(which * 7);
        var line =
                "{\"type\":\"user\",\"uuid\":\"%s\",\"sessionId\":\"%s\",\"cwd\":\"/work\",\"timestamp\":\"%s\",\"message\":{\"role\":\"user\",\"content\":\"more\"}}\n"
                        .formatted(
                                UUID.randomUUID(), log.getFileName().toString().replace(".jsonl", ""), Instant.now());
        Files.write(log, line.getBytes(UTF_8), StandardOpenOption.APPEND);
        Waiting.next(events);
    }

    private Catalog catalog() {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        var engines = new Engines(List.of(new ClaudeCodeProvider(settings)));
        return new Catalog(
                engines,
                () -> Organisation.EMPTY,
                List::of,
                new Catalog.Settings(new Cache(cache, "costs"), NEVER, true, InstantSource.system(), 1_000_000));
    }
}
