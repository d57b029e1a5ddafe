package dev.svc.server.wiring.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.Filter;
import dev.svc.server.catalog.Page;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.wiring.engine.OfflineCatalog;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.control.HomeLock;
import dev.svc.shared.live.Entry;
import dev.svc.shared.live.Live;
import dev.svc.shared.live.LiveFile;
import dev.svc.shared.live.LiveFleet;
import dev.svc.shared.live.LiveSession;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveReportIT {
    private static final SessionId OURS = new SessionId(EngineKey.CODEX, "ours");
    private static final SessionId OUTSIDE = new SessionId(EngineKey.CODEX, "outside");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir
    private Path folder;

    private Config config;
    private Engines engines;

    @BeforeEach
    void a_home() {
        config = Config.load(
                new Platform(
                        Platform.Family.LINUX,
                        folder,
                        Map.of("SVC_HOME", folder.resolve("svc").toString())),
                null);
        engines = new Engines(List.of(new FakeEngine(EngineKey.CODEX, folder.resolve("store"))));
    }

    @Test
    void commands_see_what_a_running_service_wrote_down_and_the_tray_what_runs_outside_too() throws Exception {
        try (var lock = HomeLock.tryTake(config.home().processLock()).orElseThrow()) {
            lock.announce(1, "test");
            report(List.of(
                    new Running(
                            OUTSIDE,
                            "/home/alex/mill",
                            NOON,
                            Status.WAITING,
                            null,
                            new Elsewhere(Where.TMUX, "main:2.1", NOON, true, true, false)),
                    new Running(OURS, "/home/alex/shop", NOON, Status.WORKING)));
            var page = look();
            assertThat(page.rows())
                    .extracting(Row::id, Row::status, Row::live)
                    .contains(tuple(OURS, Status.WORKING, true));
            assertThat(LiveFile.of(config.home()).read().sessions())
                    .filteredOn(it -> it.id().equals(OUTSIDE.toString()))
                    .extracting(
                            LiveSession::status,
                            it -> Objects.requireNonNull(it.outside()).words())
                    .containsExactly(tuple(LiveSession.Status.WAITING, "tmux main:2.1"));
        }
    }

    @Test
    void the_tray_and_commands_say_where_a_program_runs_in_the_words_of_the_page_joined_or_not() throws Exception {
        try (var lock = HomeLock.tryTake(config.home().processLock()).orElseThrow()) {
            lock.announce(1, "test");
            report(List.of(
                    new Running(
                            OUTSIDE,
                            "/home/alex/mill",
                            NOON,
                            Status.IDLE,
                            null,
                            new Elsewhere(Where.DAEMON, null, NOON, true, true, false)),
                    new Running(
                            OURS,
                            "/home/alex/shop",
                            NOON,
                            Status.WORKING,
                            null,
                            new Elsewhere(Where.SCREEN, "wo\u001b[31mrk:0", NOON, true, false, true))));
            assertThat(LiveFile.of(config.home()).read().sessions())
                    .extracting(
                            LiveSession::id,
                            it -> Objects.requireNonNull(it.outside()).words())
                    .containsExactly(
                            tuple(OURS.toString(), "probably screen work:0"),
                            tuple(OUTSIDE.toString(), "Codex daemon"));
            assertThat(look().rows())
                    .filteredOn(it -> it.id().equals(OURS))
                    .extracting(
                            Row::live,
                            it -> Objects.requireNonNull(it.elsewhere()).joined())
                    .containsExactly(tuple(true, true));
        }
    }

    @Test
    void what_a_service_wrote_that_has_ended_is_not_believed() throws Exception {
        report(List.of(new Running(OURS, "/home/alex/shop", NOON, Status.WORKING)));
        try (var seen = OfflineCatalog.of(config, engines, new BuildInfo("test", ""))) {
            assertThat(seen.served()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "done, '', 'went from 1.0.0 to 1.1.0'",
        "failed, 'It ended at once.', 'stayed at 1.0.0, not 1.1.0: It ended at once.'",
        "returned, 'It did not start.', 'came back from 1.1.0 to 1.0.0: It did not start.'",
    })
    void the_tray_is_told_what_became_of_an_update(String result, String reason, String said) {
        var file = LiveFile.of(config.home());
        var settings = Catalog.Settings.once(new Cache(config.home().cache(), "test"));
        try (var metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
                var catalog = new Catalog(engines, metadata::organisation, List::of, settings)) {
            var details = new HashMap<>(Map.of("result", result, "from", "1.0.0", "to", "1.1.0"));
            if (!reason.isEmpty()) {
                details.put("reason", reason);
            }
            var _ = metadata.security(new SecurityEvent(SecurityEvent.Kind.UPDATE_APPLIED, details), Actor.SYSTEM);
            try (var _ = new LiveReport(
                    file, List::of, catalog, engines, metadata, () -> LiveFleet.NONE, Clock.systemUTC())) {
                Waiting.until(() -> !file.read().entries().isEmpty());
            }
            assertThat(file.read().entries())
                    .extracting(Entry::type, Entry::subject)
                    .containsExactly(tuple("update_applied", said));
        }
    }

    /// As after a service whose process was killed.
    private void report(List<Running> running) throws InterruptedException {
        var file = LiveFile.of(config.home());
        var settings = Catalog.Settings.once(new Cache(config.home().cache(), "test"));
        try (var metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
                var catalog = new Catalog(engines, metadata::organisation, () -> running, settings)) {
            var report = new LiveReport(
                    file, () -> running, catalog, engines, metadata, () -> LiveFleet.NONE, Clock.systemUTC());
            Waiting.until(() -> !file.read().sessions().isEmpty());
            var written = file.read();
            report.close();
            write(file, written);
        }
    }

    private static void write(LiveFile file, Live live) {
        try {
            file.write(live);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Page look() throws InterruptedException {
        try (var seen = OfflineCatalog.of(config, engines, new BuildInfo("test", ""))) {
            assertThat(seen.served()).isTrue();
            seen.catalog().start();
            assertThat(seen.catalog().awaitRead(Waiting.PATIENCE)).isTrue();
            return seen.catalog().page(Query.first(10).of(new Filter.Kind(true, false)));
        }
    }
}
