package dev.svc.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.cli.list.SessionsCommand;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Versions;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.Transcript;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.EnvFile;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookingCommandsIT {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final FakeTurns talk = new FakeTurns();
    private FakeEngine codex = new FakeEngine(EngineKey.CODEX, Path.of("/none"));

    private SessionsCommand.Served service = SessionsCommand.Served.NOT;
    private final List<String> asked = new ArrayList<>();
    private boolean served;
    private Map<String, String> environment = Map.of();
    private List<Running> running = List.of();

    @BeforeEach
    void two_sessions() throws IOException {
        codex = new FakeEngine(EngineKey.CODEX, folder.resolve("store"));
        Files.createDirectories(folder.resolve("store"));
        session("one", "{\"text\":\"Fix the cart\",\"cwd\":\"/home/alex/shop\",\"at\":\"2026-11-21T10:00:00Z\"}");
        session("two", "{\"text\":\"Write \\u001b[31mthe docs\",\"at\":\"2026-11-20T10:00:00Z\"}");
    }

    @Test
    void the_list_is_printed_for_people_without_anything_a_terminal_would_obey() {
        assertThat(run("sessions")).isZero();
        assertThat(out.toString())
                .contains("Fix the cart")
                .contains("/home/alex/shop")
                .doesNotContain("\u001b");
        assertThat(out.toString().indexOf("engine_2:one"))
                .isLessThan(out.toString().indexOf("engine_2:two"));
        assertThat(err.toString()).contains("2 of 2 sessions");
    }

    @Test
    void the_list_is_printed_as_the_interface_answers_it() {
        assertThat(run("sessions", "--json", "--engine", "codex", "--limit", "1", "cart"))
                .isZero();
        assertThat(out.toString())
                .startsWith("{\"sessions\":[{\"id\":\"engine_2:one\"")
                .contains("\"total\":1")
                .contains("\"next_offset\":null");
    }

    @Test
    void scripts_get_the_ids_alone() {
        assertThat(run("sessions", "--ids")).isZero();
        assertThat(out.toString().lines()).containsExactly("engine_2:one", "engine_2:two");
        assertThat(run("sessions", "--ids", "--json")).isEqualTo(2);
    }

    @Test
    void what_has_a_terminal_is_listed_as_the_running_service_says() {
        served = true;
        var two = new SessionId(EngineKey.CODEX, "two");
        running = List.of(new Running(two, "shop", Instant.parse("2026-11-21T11:00:00Z"), Status.WAITING));
        assertThat(run("sessions", "--live", "--json")).isZero();
        assertThat(out.toString())
                .startsWith("{\"sessions\":[{\"id\":\"engine_2:two\"")
                .contains("\"total\":1", "\"live\":true", "\"status\":\"waiting\"");
    }

    @ParameterizedTest
    @CsvSource({"WAITING, needs you", "WORKING, working", "IDLE, idle"})
    void each_line_says_what_the_program_is_doing(Status status, String words) {
        served = true;
        running(status);
        assertThat(run("sessions")).isZero();
        assertThat(out.toString()).containsPattern("  %s +codex +Write".formatted(words));
        assertThat(out.toString()).containsPattern("  - +codex +Fix the cart");
    }

    @Test
    void only_what_waits_is_listed_where_that_is_asked_for() {
        served = true;
        running(Status.WAITING);
        assertThat(run("sessions", "--waiting")).isZero();
        assertThat(out.toString()).contains("engine_2:two").doesNotContain("engine_2:one");
        assertThat(err.toString()).contains("1 of 1 sessions");
    }

    @Test
    void what_works_is_not_among_those_that_wait() {
        served = true;
        running(Status.WORKING);
        assertThat(run("sessions", "--waiting")).isZero();
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "TMUX, main:2.1, true, 'needs you, tmux main:2.1'",
        "SCREEN, work:0, true, 'needs you, screen work:0'",
        "BACKGROUND, , true, 'needs you, background'",
        "DAEMON, , true, 'needs you, Codex daemon'",
        "TTY, , true, 'needs you, a terminal'",
        "TTY, , false, 'needs you, probably a terminal'",
        "TMUX, m\u001b[31m, true, 'needs you, tmux m'"
    })
    void what_runs_outside_says_where(Where where, @Nullable String place, boolean sure, String words) {
        outside(Status.WAITING, where, place, sure);
        assertThat(run("sessions")).isZero();
        assertThat(out.toString())
                .containsPattern("  %s +codex +Write".formatted(words))
                .doesNotContain("\u001b");
    }

    @Test
    void what_is_joined_says_where_it_runs_as_well() {
        served = true;
        var since = Instant.parse("2026-11-21T11:00:00Z");
        var joined = new Elsewhere(Where.SCREEN, "work:0", since, true, true, true);
        running = List.of(new Running(new SessionId(EngineKey.CODEX, "two"), "shop", since, Status.IDLE, null, joined));
        assertThat(run("sessions", "--live")).isZero();
        assertThat(out.toString()).contains("  idle, screen work:0  codex ");
    }

    @Test
    void what_runs_outside_and_does_not_say_what_it_does_is_outside() {
        outside(Status.ELSEWHERE, Where.TMUX, "main:2.1", true);
        assertThat(run("sessions")).isZero();
        assertThat(out.toString()).contains("  outside, tmux main:2.1  codex ");
    }

    @Test
    void the_lines_stand_below_each_other_however_long_a_place_is() {
        outside(Status.WAITING, Where.TMUX, "main:2.1", true);
        assertThat(run("sessions")).isZero();
        assertThat(out.toString().lines().map(line -> line.indexOf("  codex ")).distinct())
                .hasSize(1);
    }

    @Test
    void where_it_runs_is_printed_for_programs_too() {
        outside(Status.IDLE, Where.TMUX, "main:2.1", true);
        assertThat(run("sessions", "--live", "--json")).isZero();
        assertThat(out.toString())
                .contains("\"live\":\"elsewhere\"", "\"where\":\"tmux\"", "\"place\":\"main:2.1\"", "\"join\":true");
    }

    @ParameterizedTest
    @CsvSource({"IDLE, ", "WAITING, ", "WORKING, TMUX", "ELSEWHERE, DAEMON", "ELSEWHERE, TTY", "OFF, "})
    void a_list_of_the_service_reads_as_one_that_was_looked_for(Status status, @Nullable Where where)
            throws IOException {
        if (where != null) {
            outside(status, where, "main:2.1", false);
        } else if (status != Status.OFF) {
            running(status);
        }
        run("sessions");
        var lookedFor = out.toString();
        answering(json("sessions", "--json"));

        for (var way : List.of("--json", "--ids", "--offset=0")) {
            out.getBuffer().setLength(0);
            run("sessions", way);
        }

        assertThat(out.toString()).isEqualTo(lookedFor);
        assertThat(asked).hasSize(3);
    }

    @Test
    void the_service_is_asked_for_what_the_options_say() throws IOException {
        answering(json("sessions", "--json"));
        run(
                "sessions",
                "--engine",
                "codex",
                "--archived",
                "all",
                "--live",
                "--limit",
                "7",
                "--sort",
                "title",
                "sh&op",
                "x");
        assertThat(asked)
                .containsExactly("/api/sessions?complete=1&limit=7&offset=0&sort=title&archived=all&engine=engine_2"
                        + "&live=1&q=sh%26op%20x");
    }

    @Test
    void a_service_of_a_fleet_is_asked_for_this_host() throws IOException {
        answering(new ObjectMapper()
                .readTree("{\"sessions\":[],\"total\":0,\"complete\":true,\"facets\":{\"hosts\":"
                        + "[{\"host\":\"far\",\"here\":false},{\"host\":\"near\",\"here\":true}]}}"));
        run("sessions");
        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).endsWith("&host=near");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"complete\":false,\"sessions\":[],\"total\":0}"})
    void what_the_service_does_not_answer_completely_is_looked_for(String answer) throws IOException {
        answering(new ObjectMapper().readTree(answer));
        run("sessions", "--ids");
        assertThat(out.toString().lines()).containsExactly("engine_2:one", "engine_2:two");
    }

    private JsonNode json(String... arguments) throws IOException {
        out.getBuffer().setLength(0);
        run(arguments);
        return new ObjectMapper().readTree(out.toString());
    }

    private void answering(JsonNode answer) {
        out.getBuffer().setLength(0);
        service = new SessionsCommand.Served(
                (_, path) -> {
                    asked.add(path);
                    return Optional.of(answer);
                },
                List.of(codex.manifest()));
    }

    private void outside(Status status, Where where, @Nullable String place, boolean sure) {
        served = true;
        var since = Instant.parse("2026-11-21T11:00:00Z");
        var elsewhere = new Elsewhere(where, place, since, true, sure, false);
        var two = new SessionId(EngineKey.CODEX, "two");
        running = List.of(new Running(two, "shop", since, status, null, elsewhere));
    }

    private void running(Status status) {
        var two = new SessionId(EngineKey.CODEX, "two");
        running = List.of(new Running(two, "shop", Instant.parse("2026-11-21T11:00:00Z"), status));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--live", "--waiting"})
    void without_a_service_nobody_knows_what_has_a_terminal(String option) {
        assertThat(run("sessions", option)).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("No svc runs on", "svc serve").doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void looking_writes_nothing() {
        run("sessions");
        run("doctor", "--dry-run");
        assertThat(folder.resolve("svc")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--engine=nothing",
                "--archived=2",
                "--sort=size",
                "--limit=0",
                "--limit=501",
                "--offset=-1",
                "--limit=x"
            })
    void a_filter_that_makes_no_sense_is_a_sentence_and_code_2(String option) {
        assertThat(run("sessions", option)).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString()).isNotBlank().doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_conversation_is_printed_or_written_to_a_file_that_is_new() throws IOException {
        talk.say(120);
        assertThat(run("sessions", "export", "codex:one")).isZero();
        assertThat(out.toString()).startsWith("# Fix the cart").contains("turn number 0", "turn number 119");
        var file = folder.resolve("talk.html");
        assertThat(run("sessions", "export", "engine_2:one", "--format", "html", "--output", file.toString()))
                .isZero();
        assertThat(Files.readString(file)).startsWith("<!doctype html>").contains("turn number 119");
        assertThat(run("sessions", "export", "engine_2:one", "--output", file.toString()))
                .isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("exists already");
        assertThat(Files.readString(file)).startsWith("<!doctype html>");
    }

    @ParameterizedTest
    @CsvSource({
        "engine_2:none, md, There is no session",
        "../../etc/passwd, md, There is no session",
        "engine_2:one, pdf, --format takes",
    })
    void an_export_that_cannot_be_is_a_sentence(String sid, String format, String sentence) {
        assertThat(run("sessions", "export", sid, "--format", format)).isNotZero();
        assertThat(err.toString()).contains(sentence).doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_session_without_a_log_has_no_export() {
        talk.absent = true;
        assertThat(run("sessions", "export", "engine_2:one")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("keeps no log");
    }

    @Test
    void an_unknown_project_is_a_sentence() {
        assertThat(run("sessions", "--project", "shop")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("There is no project shop");
    }

    @Test
    void what_was_found_is_recorded_in_the_env_file_and_nothing_else_there_changes() throws IOException {
        codex.binary = program("codex 7.8.9");
        var env = folder.resolve("env");
        Files.writeString(env, "# mine\nSVC_PORT=9000\n");
        Files.setPosixFilePermissions(env, PosixFilePermissions.fromString("rw-------"));
        assertThat(run("discover-engines", "--env", env.toString(), "--dry-run"))
                .isZero();
        assertThat(out.toString())
                .contains("would write SVC_ENGINE2_BIN=")
                .contains("version   7.8.9")
                .contains("sessions  2");
        assertThat(Files.readString(env)).isEqualTo("# mine\nSVC_PORT=9000\n");
        assertThat(run("doctor", "--env", env.toString())).isZero();
        assertThat(new EnvFile(env).read())
                .isEqualTo(Map.of("SVC_PORT", "9000", "SVC_ENGINE2_BIN", String.valueOf(codex.binary)));
        out.getBuffer().setLength(0);
        run("doctor", "--env", env.toString());
        assertThat(out.toString()).contains("is as it should be");
    }

    @Test
    void doctor_in_short_has_a_line_for_what_is_here_and_one_for_all_that_is_not() throws IOException {
        Path env = folder.resolve("env");
        run("doctor", "--short", "--env", env.toString());
        assertThat(out.toString()).contains("not here: ").contains("svc doctor says where each is looked for");
        out.getBuffer().setLength(0);
        codex.binary = program("codex-cli 7.8.9");
        assertThat(run("doctor", "--short", "--env", env.toString())).isZero();
        assertThat(out.toString())
                .contains(" 7.8.9, 2 sessions, " + codex.binary)
                .doesNotContain("not here");
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(new EnvFile(env).read()).containsEntry("SVC_ENGINE2_BIN", String.valueOf(codex.binary));
    }

    @Test
    void doctor_says_what_keeps_programs_running_and_which_roots_take_no_folder() {
        environment = Map.of("SVC_PROJECT_ROOTS", folder.resolve("absent").toString());
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(out.toString())
                .contains("  keeper    ")
                .contains("  folders   SVC_PROJECT_ROOTS names " + folder.resolve("absent") + ", which is not there");
        environment = Map.of("SVC_DTACH_BIN", folder.toString());
        assertThat(run("doctor", "--dry-run")).isZero();
        assertThat(out.toString()).contains("  keeper    SVC_DTACH_BIN=" + folder + " cannot be used");
    }

    @Test
    void a_program_that_is_missing_is_named_by_its_command() {
        codex = new FakeEngine(EngineKey.ANTIGRAVITY, folder.resolve("store"));
        codex.command = "agy";
        run("doctor", "--dry-run");
        assertThat(out.toString()).contains("not found: put agy on PATH or set SVC_ENGINE5_BIN");
    }

    @Test
    void without_any_program_it_says_what_to_do() {
        assertThat(run("doctor", "--env", folder.resolve("env").toString())).isZero();
        assertThat(out.toString())
                .contains("No program was found")
                .contains("SVC_ENGINE2_BIN")
                .contains("--demo");
        assertThat(folder.resolve("env")).doesNotExist();
    }

    private Path program(String says) throws IOException {
        var file = folder.resolve("codex");
        Files.writeString(file, "#!/bin/sh\necho '" + says + "'\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private void session(String name, String line) throws IOException {
        Files.writeString(folder.resolve("store").resolve(name + ".jsonl"), line + "\n");
    }

    private int run(String... arguments) {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var versions = new Versions(Map.of("PATH", "/usr/bin:/bin"));
        return new Svc(
                        List.of(
                                SessionsCommand.with(
                                        new SessionsCommand(this::config, this::look, service, console),
                                        new ExportCommand(
                                                this::config,
                                                this::look,
                                                (config, _) -> new Transcript(
                                                        _ -> talk, ReadingLimits.of(config), Unhurried.workers()),
                                                console)),
                                new DoctorCommand(this::config, this::look, versions, console)),
                        console)
                .run(arguments);
    }

    private Config config() {
        var all = new HashMap<>(environment);
        all.put("SVC_HOME", folder.resolve("svc").toString());
        return Config.load(new Platform(Platform.Family.LINUX, folder, all), null);
    }

    private CatalogView.Seen look(Config config) {
        var engines = new Engines(List.of(codex));
        var cache = new Cache(config.home().cache(), "test");
        var catalog = new Catalog(engines, () -> Organisation.EMPTY, () -> running, Catalog.Settings.once(cache));
        return new CatalogView.Seen(engines, Organisation.EMPTY, served, catalog);
    }
}
