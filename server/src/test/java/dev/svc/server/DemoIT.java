package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Page;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.cli.Console;
import dev.svc.server.demo.DemoHome;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.wiring.demo.Demonstration;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DemoIT {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private DemoHome demo;
    private Config config;

    @BeforeEach
    void make() throws IOException {
        demo = DemoHome.make(NOW);
        config = Demonstration.config(demo, Platform.current(), Optional.empty());
    }

    @AfterEach
    void remove() throws IOException {
        try (var files = Files.walk(demo.folder())) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void every_program_has_its_sessions_and_none_of_their_records_is_unreadable() throws InterruptedException {
        try (var catalog = catalog(Organisation.EMPTY)) {
            var all = catalog.page(Query.first(500).with(Archived.ALL));
            assertThat(all.engines())
                    .allMatch(it -> it.count() >= 3)
                    .extracting(Page.OfEngine::engine)
                    .containsExactlyInAnyOrderElementsOf(catalog.engines().agents().stream()
                            .map(EngineProvider::engineId)
                            .toList());
            assertThat(all.rows()).allMatch(row -> row.facts().unreadable() == 0);
            assertThat(all.rows())
                    .allMatch(row ->
                            Files.isDirectory(Path.of(String.valueOf(row.facts().cwd()))));
            assertThat(all.rows()).extracting(Row::title).doesNotContainNull().doesNotHaveDuplicates();
            assertThat(all.rows()).allMatch(row -> row.facts().messageCount() >= 2);
            assertThat(catalog.page(Query.first(500).with(Archived.ONLY)).total())
                    .isPositive();
            assertThat(catalog.page(Query.first(500).with("cafe opening")).total())
                    .isEqualTo(1);
        }
    }

    @Test
    void what_the_person_did_lies_in_the_past_and_concerns_sessions_that_are_there() throws InterruptedException {
        try (var journal = ChronicleJournal.open(config.path(Variable.JOURNAL_DIR), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC());
                var catalog = catalog(metadata.organisation())) {
            assertThat(metadata.organisation().projects())
                    .hasSizeGreaterThan(4)
                    .allSatisfy(project ->
                            assertThat(project.folders()).allMatch(folder -> Files.isDirectory(Path.of(folder))));
            var ids = catalog.page(Query.first(500).with(Archived.ALL)).rows().stream()
                    .map(Row::id)
                    .toList();
            assertThat(ids).containsAll(metadata.organisation().marked().keySet());
            assertThat(catalog.page(Query.first(500)).rows())
                    .filteredOn(Row::sticky)
                    .hasSizeGreaterThan(2);
            journal.read(0, link -> {
                assertThat(link.entry().at()).isBefore(NOW);
                return true;
            });
        }
    }

    @Test
    void the_programs_that_write_what_they_use_do_so_in_every_session_and_each_call_counts_once() throws Exception {
        try (var catalog = catalog(Organisation.EMPTY)) {
            var calls = new HashSet<Object>();
            var sink = new UsageSink() {
                private int told;

                @Override
                public void used(UsageRecord call) {
                    told++;
                    assertThat(calls.add(call.key())).isTrue();
                }

                @Override
                public void limit(LimitNote note) {}

                @Override
                public void unreadable() {
                    throw new AssertionError("a record of usage cannot be read");
                }
            };
            for (var row : catalog.page(Query.first(500).with(Archived.ALL)).rows()) {
                var logs = catalog.engines().find(row.id().engine()).flatMap(EngineProvider::usage);
                if (logs.isPresent()) {
                    sink.told = 0;
                    logs.get().read(row.id().nativeId(), "", sink);
                    assertThat(sink.told).as(row.id().toString()).isPositive();
                }
            }
            assertThat(calls).hasSizeGreaterThan(30);
        }
    }

    private Catalog catalog(Organisation organisation) throws InterruptedException {
        var engines = ConfiguredEngines.of(config, java.util.Set::of);
        var cache = new Cache(config.home().cache(), "test");
        var catalog = new Catalog(engines, () -> organisation, List::of, Catalog.Settings.once(cache));
        catalog.start();
        assertThat(catalog.awaitRead(Waiting.PATIENCE)).isTrue();
        return catalog;
    }

    @Test
    void nothing_of_a_demonstration_runs_on_behind_it_and_its_pages_are_told_before_its_programs_end()
            throws Exception {
        var page = Files.createDirectories(demo.folder().resolve("page"));
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        var served = config.with(Variable.WEB_DIST, page.toString()).with(Variable.PORT, "0");
        var closing = new Closing(Waiting.PATIENCE, Waiting.PATIENCE);
        var viewer = new Viewer();
        var session = anyOfClaudeCode();
        var client = HttpClient.newHttpClient();
        try {
            int port = new Service(served, new BuildInfo("1.2.3", "abc"), silent(), false).open(closing);
            Waiting.result(client.newWebSocketBuilder()
                    .header("Origin", "http://127.0.0.1:" + port)
                    .buildAsync(URI.create("ws://127.0.0.1:%d/ws/term/%s".formatted(port, session)), viewer));
            Waiting.result(viewer.greeted);
            assertThat(running()).isNotEmpty();
            closing.closeAll();
            assertThat(Waiting.result(viewer.closed))
                    .as("the server is stopping")
                    .isEqualTo(1001);
        } finally {
            closing.closeAll();
            client.shutdownNow();
        }
        Waiting.until(() -> "still running: " + running(), () -> running().isEmpty());
    }

    @Test
    void three_programs_are_shown_running_one_works_one_waits_for_an_answer_and_one_is_idle() throws Exception {
        var page = Files.createDirectories(demo.folder().resolve("page"));
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        var served = config.with(Variable.WEB_DIST, page.toString()).with(Variable.PORT, "0");
        var closing = new Closing(Waiting.PATIENCE, Waiting.PATIENCE);
        try (var client = HttpClient.newHttpClient()) {
            int port = new Service(served, new BuildInfo("1.2.3", "abc"), silent(), false).open(closing);
            var live = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:%d/api/sessions?live=1&limit=10".formatted(port)))
                    .build();
            Waiting.until(() -> {
                var rows = new ObjectMapper()
                        .readTree(client.send(live, BodyHandlers.ofString()).body())
                        .path("sessions")
                        .findValuesAsText("status");
                return rows.size() == 3 && rows.containsAll(List.of("working", "waiting", "idle"));
            });
        } finally {
            closing.closeAll();
        }
        Waiting.until(() -> "still running: " + running(), () -> running().isEmpty());
    }

    private SessionId anyOfClaudeCode() throws InterruptedException {
        try (var catalog = catalog(Organisation.EMPTY)) {
            return catalog.page(Query.first(500)).rows().stream()
                    .map(Row::id)
                    .filter(id -> id.engine() == EngineKey.CLAUDE_CODE)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Console silent() {
        var nowhere = new PrintWriter(Writer.nullWriter());
        return new Console(nowhere, nowhere, false);
    }

    /// The processes that were started from the demonstration's folder.
    private List<String> running() {
        return Programs.with(demo.folder().toString())
                .map(Programs.Program::line)
                .toList();
    }

    private static final class Viewer implements WebSocket.Listener {
        private final CompletableFuture<String> greeted = new CompletableFuture<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            greeted.complete(text.toString());
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            closed.complete(status);
            return null;
        }
    }

    @Test
    void every_program_is_the_stand_in_which_greets_echoes_and_asks() throws Exception {
        for (var engine : ConfiguredEngines.of(config, java.util.Set::of).agents()) {
            assertThat(engine.binary()).get().satisfies(path -> assertThat(path).startsWith(demo.folder()));
        }
        var program = engine("engine_1").binary().orElseThrow();
        var process = new ProcessBuilder(program.toString(), "--resume", "x")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write("hello\nedit\n1\nexit\n".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Waiting.exitCode(process)).isZero();
        assertThat(said)
                .contains("You said: hello")
                .contains("Do you want to change")
                .contains("goes on where it stopped");
    }

    @Test
    void nothing_of_the_persons_own_home_is_known_to_it() {
        var own = Path.of(System.getProperty("user.home")).toString();
        assertThat(demo.environment().values()).noneMatch(value -> value.contains(own + "/"));
        assertThat(config.home().data()).startsWith(demo.folder());
    }

    private EngineProvider engine(String key) {
        return ConfiguredEngines.of(config, java.util.Set::of).all().stream()
                .filter(it -> it.engineId().key().equals(key))
                .findFirst()
                .orElseThrow();
    }
}
