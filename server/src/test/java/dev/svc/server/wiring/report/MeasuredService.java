package dev.svc.server.wiring.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.term.TermSockets;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.search.Search;
import dev.svc.server.search.TestSearch;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.usage.TestUsage;
import dev.svc.shared.waiting.Waiting;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A service with two programs: two sessions of Codex and one of Kimi, three entries in the journal, and one program in
/// a terminal that nobody watches.
final class MeasuredService implements Closeable {
    final Measured measured;
    private final House house;
    private final TermSockets sockets;
    private final LiveEvents events;
    private final Catalog catalog;
    final Search search;
    volatile Optional<String> damage = Optional.empty();
    private final Metadata metadata = new Metadata(new Damageable(), Clock.systemUTC());

    /// A journal that is damaged when a test says so.
    private final class Damageable implements Journal {
        private final Journal sound = new MemoryJournal();

        @Override
        public Head head() {
            return sound.head();
        }

        @Override
        public Optional<String> damage() {
            return damage;
        }

        @Override
        public void append(List<Entry> entries, Organisation after) {
            sound.append(entries, after);
        }

        @Override
        public void read(long after, Predicate<Link> each) {
            sound.read(after, each);
        }

        @Override
        public Organisation asOf(long seq) {
            return sound.asOf(seq);
        }

        @Override
        public long seqAt(Instant time) {
            return sound.seqAt(time);
        }

        @Override
        public void close() {
            sound.close();
        }
    }

    MeasuredService(Path folder) throws IOException, InterruptedException {
        session(folder.resolve("codex/one.jsonl"));
        session(folder.resolve("codex/two.jsonl"));
        session(folder.resolve("kimi/one.jsonl"));
        var engines = new Engines(List.of(
                new FakeEngine(EngineKey.CODEX, folder.resolve("codex")),
                new FakeEngine(EngineKey.KIMI, folder.resolve("kimi"))));
        catalog = new Catalog(
                engines,
                metadata::organisation,
                List::of,
                Catalog.Settings.of(new Cache(folder.resolve("cache"), "test")));
        for (int i = 0; i < 3; i++) {
            var _ = metadata.favourite(new SessionId(EngineKey.CODEX, "favourite-" + i), Actor.CLI);
        }
        house = new House(folder.resolve("house"));
        sockets = new TermSockets(house.terminals, engines, _ -> true, _ -> true);
        events = new LiveEvents(metadata, catalog);
        search = TestSearch.over(folder.resolve("search"), catalog);
        var usage = TestUsage.over(folder.resolve("usage"), catalog, List::of);
        measured = new Measured(
                engines, catalog, metadata, house.terminals, sockets, events, search, Optional::empty, usage);
        var _ = house.terminals.open(AttachRequest.of(house.stored("running"), Size.USUAL, "tab"));
    }

    private static void session(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, "{\"text\":\"hello\",\"cwd\":\"/home/alex/shop\",\"at\":\"2026-11-21T10:00:00Z\"}\n");
    }

    /// Reads the stores, and waits until both are followed.
    MeasuredService read() throws InterruptedException {
        catalog.start();
        assertThat(catalog.awaitRead(Waiting.PATIENCE)).isTrue();
        return this;
    }

    @Override
    public void close() {
        search.close();
        events.close();
        sockets.close();
        house.close();
        catalog.close();
        metadata.close();
    }
}
