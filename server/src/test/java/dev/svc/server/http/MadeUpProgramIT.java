package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.DoctorCommand;
import dev.svc.server.cli.ManCommand;
import dev.svc.server.cli.Svc;
import dev.svc.server.cli.VariablesCommand;
import dev.svc.server.cli.list.SessionsCommand;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Versions;
import dev.svc.server.engine.madeup.MadeUpProvider;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.launch.ChildEnvironment;
import dev.svc.server.terminal.status.OscStatus;
import dev.svc.server.terminal.status.StatusReader;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that nobody knows goes through the whole house: it has a package and one line, and nothing else.
class MadeUpProgramIT {
    private static final EngineKey MADE_UP = EngineKey.of(99);

    @TempDir
    Path folder;

    private Config config;
    private Engines engines;

    @BeforeEach
    void register() throws IOException {
        var store = Files.createDirectories(folder.resolve("store"));
        Files.writeString(
                store.resolve("one.jsonl"), "{\"text\": \"Hello\", \"title\": \"A start\", \"cwd\": \"/work\"}\n");
        var binary = Files.writeString(folder.resolve("madeup"), "#!/bin/sh\necho madeup 1.2.3\n");
        Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwx------"));
        var environment = Map.of(
                "SVC_HOME", folder.resolve("svc").toString(),
                "SVC_ENGINE7_DIR", store.toString(),
                "SVC_ENGINE7_BIN", binary.toString());
        config = Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
        var programs = new ArrayList<EngineProvider>(
                ConfiguredEngines.of(config, Set::of).all());
        programs.add(new MadeUpProvider(ConfiguredEngines.settings(MadeUpProvider.MANIFEST, config))); // the one line
        engines = new Engines(programs, config.home().root().resolve("screens"));
    }

    @Test
    void doctor_names_a_file_of_screen_rules_that_cannot_be_used() throws IOException {
        var screens = Files.createDirectories(config.home().root().resolve("screens"));
        var file = Files.writeString(screens.resolve("made-up.rules"), "rule asking\n  status waiting\n  shows May\n");
        register();
        assertThat(run("doctor"))
                .contains("screens   " + file + ", line 3, rule asking: ")
                .contains("The built-in rules hold.");
        assertThat(engines.screen(MADE_UP).source()).isEqualTo("the built-in rules");
    }

    @Test
    void the_first_run_offers_it_with_all_that_the_page_draws() throws Exception {
        try (var rig = ApiRig.over(folder, engines)) {
            var programs = rig.get("/api/engines").body().path("engines");
            var madeUp = programs.valueStream()
                    .filter(it -> it.path("engine").asText().equals("engine_99"))
                    .findFirst()
                    .orElseThrow();
            assertThat(madeUp.path("alias").asText()).isEqualTo("made-up");
            assertThat(madeUp.path("label").asText()).isEqualTo("Made Up");
            assertThat(madeUp.path("hint").asText()).isEqualTo("npm i -g madeup");
            assertThat(madeUp.path("icon").asText()).isEqualTo("M2 8h12");
            assertThat(madeUp.path("colors").path("dark").asText()).isEqualTo("#a0b0c0");
            assertThat(rig.get("/api/config")
                            .body()
                            .path("labels")
                            .path("engine_99")
                            .asText())
                    .isEqualTo("Made Up");
        }
    }

    @Test
    void its_sessions_are_listed_filtered_and_organised() throws Exception {
        try (var rig = ApiRig.over(folder, engines)) {
            rig.metadata.favourite(new SessionId(MADE_UP, "one"), Actor.SYSTEM);
            for (var name : List.of("engine_99", "made-up")) {
                var list = rig.get("/api/sessions?engine=" + name).body();
                assertThat(list.path("total").asInt()).as(name).isEqualTo(1);
                assertThat(list.path("sessions").get(0).path("id").asText()).isEqualTo("engine_99:one");
                assertThat(list.path("sessions").get(0).path("sticky").asBoolean())
                        .isTrue();
                assertThat(list.path("facets")
                                .path("engines")
                                .get(0)
                                .path("label")
                                .asText())
                        .isEqualTo("Made Up");
            }
            assertThat(rig.get("/api/sessions?engine=codex")
                            .body()
                            .path("total")
                            .asInt())
                    .isZero();
            assertThat(rig.get("/api/sessions/made-up:one").status()).isEqualTo(200);
            assertThat(rig.get("/api/sessions/engine_99:TOO-STRANGE").status()).isEqualTo(404);
        }
    }

    @Test
    void the_command_line_lists_it_and_doctor_describes_it() throws Exception {
        assertThat(run("sessions", "--engine", "made-up")).contains("made-up", "A start", "engine_99:one");
        assertThat(run("doctor"))
                .contains("engine_99  Made Up", folder.resolve("madeup").toString(), "sessions  1")
                .contains("its configuration names OTHER_KEY, which its terminals do not get")
                .contains("wrote SVC_ENGINE7_BIN=");
    }

    @Test
    void the_table_of_variables_and_the_manual_describe_its_own() {
        var bin = "Made Up's command, when it is not on PATH or in a known folder";
        assertThat(run("variables"))
                .contains("| `SVC_ENGINE7_BIN` | path |  | " + bin + " |")
                .contains("| `SVC_ENGINE7_DIR` | path |  | Made Up's store, when it is not ~/.madeup |");
        assertThat(run("man")).contains(".B SVC_ENGINE7_BIN\n" + bin);
    }

    @Test
    void its_terminals_get_its_own_variables() {
        var environment = new ChildEnvironment(Map.of("MADEUP_KEY", "1", "OTHER_KEY", "2"), engines, List.of());
        assertThat(environment.passes("MADEUP_KEY")).isTrue();
        assertThat(environment.passes("OTHER_KEY")).isFalse();
    }

    @Test
    void it_is_started_by_the_words_of_its_manifest() {
        var provider = engines.find(MADE_UP).orElseThrow();
        var binary = folder.resolve("madeup").toString();
        assertThat(provider.launchArgv("one", Path.of("/work"), true).argv())
                .containsExactly(binary, "--in", "/work", "--all", "--now", "--resume", "one");
        assertThat(provider.newLaunchArgv("two", Path.of("/work"), false).argv())
                .containsExactly(binary, "--in", "/work", "--new", "two");
        assertThatThrownBy(() -> provider.launchArgv("--help", Path.of("/work"), false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void its_screen_is_read_by_its_own_rules() {
        var reader = new StatusReader(engines.screen(MADE_UP));
        assertThat(reader.read(new OscStatus(), List.of("Hello", "May I?"), true))
                .isEqualTo(Status.WAITING);
        assertThat(reader.read(new OscStatus(), List.of("Hello"), true)).isEqualTo(Status.IDLE);
    }

    /// Beside its package a program stands in the one list, and where the demonstration shows it.
    @Test
    void no_room_knows_a_program_by_its_number() throws IOException {
        var numbers = Pattern.compile("EngineKey\\.(CLAUDE_CODE|CODEX|OPENCODE|GEMINI|ANTIGRAVITY|KIMI)\\b");
        var allowed = Pattern.compile(".*/server/(engine/[a-z]+/|demo/|session/EngineKey).*");
        assertThat(naming(Path.of("src/main/java"), numbers, allowed)).isEmpty();
    }

    @Test
    void the_page_knows_no_program() throws IOException {
        var names = Pattern.compile("engine_[1-9]\\b|'(claude|codex|opencode|gemini|antigravity|kimi)'");
        var allowed = Pattern.compile(".*(\\.test\\.ts|\\.generated\\.ts)");
        assertThat(naming(Path.of("../web/src"), names, allowed)).isEmpty();
    }

    private static List<String> naming(Path root, Pattern names, Pattern allowed) throws IOException {
        var found = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(root)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var text = file.toString();
                if (!allowed.matcher(text).matches()
                        && names.matcher(Files.readString(file)).find()) {
                    found.add(text);
                }
            }
        }
        return found;
    }

    private String run(String... arguments) {
        var out = new StringWriter();
        var console = new Console(new PrintWriter(out), new PrintWriter(out), false);
        var code = new Svc(
                        List.of(
                                new SessionsCommand(() -> config, this::look, SessionsCommand.Served.NOT, console),
                                new DoctorCommand(() -> config, this::look, new Versions(Map.of()), console),
                                new VariablesCommand(MadeUpProvider.MANIFEST.described(), console),
                                new ManCommand(MadeUpProvider.MANIFEST.described(), console)),
                        console)
                .run(arguments);
        assertThat(code).as(out::toString).isZero();
        return out.toString();
    }

    private CatalogView.Seen look(Config looked) {
        var cache = new Cache(looked.home().cache(), "test");
        var catalog = new Catalog(engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.once(cache));
        return new CatalogView.Seen(engines, Organisation.EMPTY, false, catalog);
    }
}
