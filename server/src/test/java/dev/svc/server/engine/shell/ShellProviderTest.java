package dev.svc.server.engine.shell;

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

class ShellProviderTest {
    private static final String ID = Shells.id(1);
    private static final Path WORK = Path.of("/work");

    @TempDir
    Path home;

    private Path shell(String name) throws IOException {
        var file = Files.writeString(home.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private ShellProvider provider(@Nullable Path pinned, Map<String, String> environment) {
        return new ShellProvider(
                new EngineSettings(home, List.of(), pinned, null, environment), home.resolve("shells"));
    }

    @Test
    void the_shell_is_the_pinned_one_else_that_of_the_environment_else_any() throws IOException {
        var own = shell("fish");
        var pinned = shell("zsh");
        assertThat(provider(pinned, Map.of("SHELL", own.toString())).binary()).contains(pinned);
        assertThat(provider(null, Map.of("SHELL", own.toString())).binary()).contains(own);
        assertThat(provider(null, Map.of("SHELL", "fish")).binary()).isPresent().isNotEqualTo(own);
        assertThat(provider(home.resolve("gone"), Map.of()).binary()).isEmpty();
    }

    @Test
    void a_new_terminal_is_a_login_shell_or_a_command_that_one_runs() throws IOException {
        var shell = shell("zsh");
        var provider = provider(shell, Map.of());
        assertThat(provider.newLaunchArgv(ID, WORK, false).argv()).containsExactly(shell.toString(), "-l");
        assertThat(provider.newLaunchArgv(ID, WORK, false, "ls -l; echo \"$HOME\"")
                        .argv())
                .containsExactly(shell.toString(), "-l", "-c", "ls -l; echo \"$HOME\"");
    }

    @Test
    void a_shell_that_takes_no_other_word_beside_l_runs_commands_without_it() throws IOException {
        var shell = shell("tcsh");
        assertThat(provider(shell, Map.of())
                        .newLaunchArgv(ID, WORK, false, "ls")
                        .argv())
                .containsExactly(shell.toString(), "-c", "ls");
    }

    @Test
    void resuming_runs_the_command_again_or_a_shell() throws IOException {
        var shell = shell("zsh");
        var provider = provider(shell, Map.of());
        provider.begin(ID, WORK, "make all");
        provider.begin(Shells.id(2), WORK, null);
        assertThat(provider.launchArgv(ID, WORK, false).argv())
                .containsExactly(shell.toString(), "-l", "-c", "make all");
        assertThat(provider.launchArgv(Shells.id(2), WORK, false).argv()).containsExactly(shell.toString(), "-l");
    }
}
