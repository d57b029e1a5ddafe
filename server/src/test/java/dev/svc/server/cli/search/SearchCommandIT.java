package dev.svc.server.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.DoctorCommand;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.Svc;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Versions;
import dev.svc.server.metadata.event.MetadataEvent.Archived;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.search.Search;
import dev.svc.server.search.SearchStatus;
import dev.svc.server.search.TestSearch;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchCommandIT {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Engines engines = new Engines(List.of());
    private Organisation organisation = Organisation.EMPTY;
    private Map<String, String> environment = Map.of();
    private boolean served;
    private boolean interactive;

    @BeforeEach
    void two_sessions() throws IOException {
        Files.createDirectories(folder.resolve("store"));
        engines = new Engines(List.of(new FakeEngine(EngineKey.CODEX, folder.resolve("store"))));
        session(
                "one",
                "{\"text\":\"Fix the cart\",\"cwd\":\"/home/alex/shop\",\"at\":\"2026-11-21T10:00:00Z\"}",
                "{\"text\":\"There is a deadlock in the pool\"}",
                "{\"text\":\"Is the deadlock gone?\"}");
        session(
                "two",
                "{\"text\":\"Write \\u001b[31mthe docs\",\"at\":\"2026-11-20T10:00:00Z\"}",
                "{\"text\":\"A \\u001b]0;deadlock\\u0007 \\u202eand a deadlock\"}");
    }

    @Test
    void what_was_found_is_printed_for_people_without_anything_a_terminal_would_obey() throws Exception {
        index();
        assertThat(run("search", "deadlock")).isZero();
        assertThat(out.toString().lines())
                .hasSize(4)
                .anyMatch(line -> line.matches("Fix the cart {2,}codex +2026-11-21 \\d\\d:\\d\\d  engine_2:one"))
                .anyMatch(line -> line.startsWith("    ") && line.endsWith("  +1 more"))
                .anyMatch(line -> line.contains("engine_2:two"));
        assertThat(out.toString()).doesNotContain("\u001b", "\u0007", "\u202e");
        assertThat(err.toString()).isEqualToIgnoringNewLines("2 of 2 sessions, 3 turns");
    }

    @Test
    void what_was_looked_for_is_bold_where_a_person_reads_it() throws Exception {
        index();
        interactive = true;
        assertThat(run("search", "pool")).isZero();
        assertThat(out.toString()).contains("    There is a deadlock in the \u001b[1mpool\u001b[22m");
    }

    @Test
    void what_was_found_is_printed_as_the_interface_answers_it() throws Exception {
        index();
        assertThat(run("search", "--json", "deadlock", "--limit", "1")).isZero();
        var answer = json();
        assertThat(answer.path("groups")).hasSize(1);
        var hit = answer.at("/groups/0/hits/0");
        int from = hit.at("/ranges/0/0").asInt();
        int to = hit.at("/ranges/0/1").asInt();
        assertThat(hit.path("snippet").asText().substring(from, to)).isEqualTo("deadlock");
        assertThat(hit.path("role").asText()).isEqualTo("user");
        assertThat(answer.at("/groups/0/session/engine").asText()).isEqualTo("engine_2");
        assertThat(answer.path("sessions").asInt()).isEqualTo(2);
        assertThat(answer.path("hits").asInt()).isEqualTo(3);
        assertThat(answer.path("complete").asBoolean()).isTrue();
        assertThat(answer.path("indexed").asInt()).isEqualTo(2);
        assertThat(answer.at("/facets/engines/0/count").asInt()).isEqualTo(2);
        assertThat(answer.path("next_cursor").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadlock pool", "deadlock folder:/home/alex", "deadlock -folder:~/none engine:codex"})
    void a_query_is_what_the_page_takes(String query) throws Exception {
        index();
        run("search", query);
        assertThat(err.toString()).doesNotContain("At character");
        assertThat(out.toString()).contains("engine_2:one");
    }

    @Test
    void words_with_a_sign_of_the_command_line_are_words() throws Exception {
        session("three", "{\"text\":\"an @Override and no more\"}");
        index();
        assertThat(run("search", "@Override", "--", "-deadlock")).isZero();
        assertThat(out.toString()).contains("engine_2:three");
    }

    @Test
    void what_is_archived_is_found_where_the_query_asks_for_it() throws Exception {
        index();
        organisation = organisation.with(new Archived(ONE, null));
        assertThat(run("search", "pool")).isEqualTo(ExitCode.NOTHING_FOUND.number());
        assertThat(run("search", "pool", "is:archived")).isZero();
        assertThat(out.toString()).contains("engine_2:one");
    }

    @Test
    void nothing_found_is_a_code_of_its_own() throws Exception {
        index();
        assertThat(run("search", "nowhere")).isEqualTo(ExitCode.NOTHING_FOUND.number());
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("nothing was found");
        assertThat(run("search", "--json", "nowhere")).isEqualTo(ExitCode.NOTHING_FOUND.number());
        assertThat(json().path("groups")).isEmpty();
    }

    @Test
    void a_query_that_cannot_be_read_is_a_sentence_with_a_caret_under_the_place() {
        assertThat(run("search", "見る \"out of")).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString().lines())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("svc: At character 4, "))
                .anyMatch(line -> line.equals("  見る \"out of"))
                .anyMatch(line -> line.equals("       ^"));
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--limit=0", "--limit=101", "--limit=x", "--json --open"})
    void an_option_that_makes_no_sense_is_a_sentence_and_code_2(String options) {
        assertThat(run(("search word " + options).split(" "))).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString()).isNotBlank().doesNotContain("Exception");
    }

    @Test
    void without_an_index_it_says_how_there_comes_to_be_one() {
        assertThat(run("search", "deadlock")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("Nothing is indexed yet", "svc serve", "in the background");
        served = true;
        run("search", "deadlock");
        assertThat(err.toString()).contains("try again soon");
        assertThat(folder.resolve("svc")).doesNotExist();
    }

    @Test
    void a_search_that_is_switched_off_says_so() {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("search").put("enabled", false);
        organisation = organisation.with(new SettingsChanged(patch, JsonNodeFactory.instance.objectNode()));
        assertThat(run("search", "deadlock")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("switched off");
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(out.toString()).contains("  index     switched off in the settings");
    }

    @Test
    void an_index_that_cannot_be_read_is_a_sentence() throws Exception {
        index();
        try (var files = Files.newDirectoryStream(folder.resolve("svc/search"), "segments_*")) {
            for (var file : files) {
                Files.writeString(file, "broken");
            }
        }
        assertThat(run("search", "deadlock")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("svc serve builds it again").doesNotContain("Exception");
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(out.toString()).contains("  index     The search index in", "builds it again");
    }

    @Test
    void it_works_beside_the_service_that_writes_and_changes_nothing() throws Exception {
        served = true;
        try (var catalog = catalog();
                var writing = indexed(catalog)) {
            assertThat(run("search", "deadlock")).isZero();
            assertThat(out.toString()).contains("engine_2:one", "engine_2:two");
            session("three", "{\"text\":\"a third deadlock\",\"at\":\"2026-11-22T10:00:00Z\"}");
            assertThat(run("search", "pool")).isZero();
            assertThat(err.toString()).contains("2 of 3 sessions are indexed as they are now; the service is at");
            assertThat(writing.status().reason()).isNull();
        }
        var before = content();
        assertThat(run("search", "deadlock")).isZero();
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(content()).isEqualTo(before);
    }

    @Test
    void the_best_hit_is_addressed_as_the_page_addresses_a_turn() throws Exception {
        index();
        assertThat(run("search", "pool", "--open")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("http://127.0.0.1:8765/s/engine_2:one/transcript#turn-1");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void the_best_hit_is_opened_where_there_is_a_desktop() throws Exception {
        index();
        var opened = folder.resolve("opened");
        var bin = Files.createDirectories(folder.resolve("bin"));
        var browser = Files.writeString(bin.resolve("xdg-open"), "#!/bin/sh\necho \"$@\" > '" + opened + "'\n");
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        environment = Map.of("DISPLAY", ":7", "PATH", bin.toString(), "SVC_ORIGIN", "https://svc.example");
        assertThat(run("search", "pool", "--open")).isZero();
        Waiting.until(() -> Files.exists(opened) && Files.size(opened) > 0);
        assertThat(opened).content().isEqualTo("https://svc.example/s/engine_2:one/transcript#turn-1\n");
    }

    @Test
    void doctor_says_how_much_can_be_searched() throws Exception {
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(out.toString()).contains("  index     none yet: svc serve builds it in the background");
        index();
        session("three", "{\"text\":\"not indexed\"}");
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(out.toString())
                .contains("  index     " + folder.resolve("svc/search") + ", ", " KB")
                .contains("  indexed   2 of 3 sessions as they are now");
    }

    private void index() throws Exception {
        try (var catalog = catalog();
                var search = indexed(catalog)) {
            assertThat(search.status().reason()).isNull();
        }
    }

    /// A service that has indexed everything.
    private Search indexed(Catalog catalog) throws Exception {
        catalog.start();
        var search = TestSearch.over(folder.resolve("svc/search"), catalog);
        search.start();
        Waiting.until(() -> search.status().phase() == SearchStatus.Phase.READY
                && search.status().indexed() == 2 + (Files.exists(store("three")) ? 1 : 0)
                && Files.exists(folder.resolve("svc/search"))
                && isDurable());
        return search;
    }

    private boolean isDurable() throws IOException {
        try (var files = Files.newDirectoryStream(folder.resolve("svc/search"), "segments_*")) {
            return files.iterator().hasNext();
        }
    }

    private Map<String, Long> content() throws IOException {
        var content = new TreeMap<String, Long>();
        try (var files = Files.walk(folder.resolve("svc"))) {
            for (var file : files.toList()) {
                content.put(file.toString(), Files.getLastModifiedTime(file).toMillis());
            }
        }
        return content;
    }

    private Path store(String name) {
        return folder.resolve("store").resolve(name + ".jsonl");
    }

    private void session(String name, String... lines) throws IOException {
        Files.writeString(store(name), String.join("\n", lines) + "\n");
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out.toString());
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), interactive);
        return new Svc(
                        List.of(
                                new SearchCommand(this::config, this::look, Clock.systemUTC(), console),
                                new DoctorCommand(this::config, this::look, new Versions(Map.of()), console)),
                        console)
                .run(arguments);
    }

    private Config config() {
        var all = new HashMap<>(environment);
        all.put("SVC_HOME", folder.resolve("svc").toString());
        return Config.load(new Platform(Platform.Family.LINUX, folder, all), null);
    }

    private Catalog catalog() {
        var cache = new Cache(folder.resolve("cache"), "test");
        return new Catalog(engines, () -> organisation, List::of, Catalog.Settings.once(cache));
    }

    private CatalogView.Seen look(Config config) {
        return new CatalogView.Seen(engines, organisation, served, catalog());
    }
}
