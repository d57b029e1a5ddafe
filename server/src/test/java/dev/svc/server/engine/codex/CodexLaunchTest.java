package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.engine.codex.daemon.StandInDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodexLaunchTest {
    private static final String ID = "01a1fdd2-b861-7ef1-9543-eff083a8adfb";
    private static final Path HOME = Path.of("/home/nobody-of-this-name");
    private static final Path CWD = Path.of("/srv/code");

    @Test
    void a_session_is_continued_in_its_folder_without_a_server_that_outlives_it() {
        var launch = provider(null, Map.of()).launchArgv(ID, CWD, false);
        assertThat(launch.argv().subList(1, launch.argv().size()))
                .containsExactly("-C", "/srv/code", "-c", "features.daemon_auto_start=false", "resume", ID);
        assertThat(launch.environment()).isEmpty();
    }

    @Test
    void a_new_session_gets_its_id_from_the_program() {
        var provider = provider(null, Map.of());
        assertThat(provider.supportsNew()).isTrue();
        assertThat(provider.newSessionReconciles()).isTrue();
        var argv = provider.newLaunchArgv("new-whatever", CWD, true).argv();
        assertThat(argv.subList(1, argv.size()))
                .containsExactly(
                        "-C",
                        "/srv/code",
                        "-c",
                        "features.daemon_auto_start=false",
                        "--dangerously-bypass-approvals-and-sandbox");
    }

    @Test
    void a_store_elsewhere_is_told_to_the_program() {
        var byVariable = provider(null, Map.of("CODEX_HOME", "/srv/codex"));
        assertThat(byVariable.store().location()).isEqualTo(Path.of("/srv/codex/sessions"));
        assertThat(byVariable.launchArgv(ID, CWD, false).environment())
                .containsExactly(Map.entry("CODEX_HOME", "/srv/codex"));
        var pinned = provider(Path.of("/srv/other/sessions"), Map.of("CODEX_HOME", "/srv/codex"));
        assertThat(pinned.store().location()).isEqualTo(Path.of("/srv/other/sessions"));
        assertThat(pinned.launchArgv(ID, CWD, false).environment())
                .containsExactly(Map.entry("CODEX_HOME", "/srv/other"));
        assertThat(provider(null, Map.of()).store().location()).isEqualTo(HOME.resolve(".codex/sessions"));
    }

    @Test
    void it_is_asked_and_answered_over_a_line_for_which_nothing_is_added() {
        var way = (LineWay) provider(null, Map.of()).asks().orElseThrow();
        assertThat(way.prepare(CWD).arguments()).isEmpty();
        assertThat(way.prepare(CWD).handle()).isEqualTo(HOME.resolve(".codex").toString());
    }

    @Test
    void a_session_joins_the_server_that_runs_already(@TempDir Path codex) throws IOException {
        var provider = provider(null, Map.of("CODEX_HOME", codex.toString()));
        try (var daemon = new StandInDaemon(codex, ProcessHandle.current().pid())) {
            assertThat(daemon.asked).isEmpty();
            var resumed = provider.launchArgv(ID, CWD, false).argv();
            assertThat(resumed.subList(1, resumed.size())).containsExactly("-C", "/srv/code", "resume", ID);
            var fresh = provider.newLaunchArgv("new-whatever", CWD, false, "-c").argv();
            assertThat(fresh.subList(1, fresh.size())).containsExactly("-C", "/srv/code", "--", "-c");
        }
        Files.delete(codex.resolve("app-server-daemon/daemon.pid"));
        assertThat(provider.launchArgv(ID, CWD, false).argv()).contains("features.daemon_auto_start=false");
    }

    private static CodexProvider provider(@Nullable Path store, Map<String, String> environment) {
        return new CodexProvider(new EngineSettings(HOME, List.of(), null, store, environment));
    }
}
