package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeLaunchTest {
    private static final String ID = "95e9e158-3f6b-4143-9835-42e25a03ef15";

    @TempDir
    Path home;

    @Test
    void a_session_is_continued_by_its_id() {
        var launch = provider(false, null, Map.of()).launchArgv(ID, home, false);
        assertThat(launch.argv().subList(1, 3)).containsExactly("--resume", ID);
        assertThat(launch.argv()).hasSize(3);
        assertThat(launch.environment()).isEmpty();
    }

    @Test
    void a_new_session_has_the_id_it_is_given() {
        var provider = provider(false, null, Map.of());
        assertThat(provider.supportsNew()).isTrue();
        assertThat(provider.newSessionReconciles()).isFalse();
        assertThat(provider.newLaunchArgv(ID, home, false).argv()).endsWith("--session-id", ID);
    }

    @Test
    void the_bypass_needs_a_word_more_for_root() {
        var launch = provider(false, null, Map.of()).launchArgv(ID, home, true);
        assertThat(launch.argv()).endsWith("--resume", ID, "--dangerously-skip-permissions");
        assertThat(launch.environment()).isEmpty();
        assertThat(provider(true, null, Map.of()).newLaunchArgv(ID, home, true).environment())
                .containsExactly(Map.entry("IS_SANDBOX", "1"));
        assertThat(provider(true, null, Map.of()).launchArgv(ID, home, false).environment())
                .isEmpty();
    }

    @Test
    void a_store_elsewhere_is_told_to_the_program() {
        var byVariable = provider(false, null, Map.of("CLAUDE_CONFIG_DIR", "/srv/claude"));
        assertThat(byVariable.store().location()).isEqualTo(Path.of("/srv/claude/projects"));
        assertThat(byVariable.launchArgv(ID, home, false).environment())
                .containsExactly(Map.entry("CLAUDE_CONFIG_DIR", "/srv/claude"));
        var pinned = provider(false, Path.of("/srv/pinned"), Map.of("CLAUDE_CONFIG_DIR", "/srv/claude"));
        assertThat(pinned.store().location()).isEqualTo(Path.of("/srv/pinned/projects"));
        var relative = provider(false, null, Map.of("CLAUDE_CONFIG_DIR", "claude"));
        assertThat(relative.store().location()).isEqualTo(home.resolve(".claude/projects"));
    }

    @Test
    void the_program_of_the_old_local_installation_is_found() throws IOException {
        var program = home.resolve(".claude/local/claude");
        Files.createDirectories(program.resolveSibling(""));
        Files.writeString(program, "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(provider(false, null, Map.of()).binary()).contains(program);
        assertThat(provider(false, null, Map.of()).launchArgv(ID, home, false).argv())
                .startsWith(program.toString());
    }

    @Test
    void the_sessions_of_a_folder_are_found_by_its_name() throws IOException {
        plant("-home-alex-code----", "00000000-0000-4000-8000-000000000001");
        plant("-home-alex-code-" + "a".repeat(184) + "-mob0p9", "00000000-0000-4000-8000-000000000002");
        plant("-home-alex---", "00000000-0000-4000-8000-000000000003");
        var provider = provider(false, null, Map.of());
        assertThat(provider.snapshotSessionIds(Path.of("/home/alex/code/メモ帳")))
                .containsExactly("00000000-0000-4000-8000-000000000001");
        assertThat(provider.snapshotSessionIds(Path.of("/home/alex/code/" + "a".repeat(230))))
                .containsExactly("00000000-0000-4000-8000-000000000002");
        assertThat(provider.snapshotSessionIds(Path.of("/home/alex/🧾")))
                .containsExactly("00000000-0000-4000-8000-000000000003");
        assertThat(provider.snapshotSessionIds(Path.of("/home/alex"))).isEmpty();
    }

    private void plant(String folder, String id) throws IOException {
        var place = Files.createDirectories(home.resolve(".claude/projects").resolve(folder));
        Files.writeString(place.resolve(id + ".jsonl"), "{}\n");
    }

    private ClaudeCodeProvider provider(boolean root, @Nullable Path store, Map<String, String> environment) {
        return new ClaudeCodeProvider(
                new EngineSettings(home, List.of(), null, store, environment), root, Path.of("/proc"));
    }
}
