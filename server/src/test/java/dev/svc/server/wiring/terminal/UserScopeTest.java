package dev.svc.server.wiring.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserScopeTest {
    @TempDir
    private Path folder;

    private Path program;
    private Path manager;

    @BeforeEach
    void a_manager_that_answers() throws IOException {
        manager = folder.resolve("runtime/systemd/private");
        Files.createDirectories(manager.resolveSibling(""));
        Files.createFile(manager);
        program = systemdRun("bin", "exit 0");
    }

    /// Each call is added to the file `calls`, with the environment it has.
    private Path systemdRun(String bin, String script) throws IOException {
        Path file = Files.createDirectories(folder.resolve(bin)).resolve("systemd-run");
        Files.writeString(
                file, "#!/bin/sh\necho \"$MARK $*\" >> '%s'\n%s\n".formatted(folder.resolve("calls"), script));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Map<String, String> environment() {
        return Map.of(
                "PATH",
                folder.resolve("empty") + "::" + folder.resolve("bin") + ":/usr/bin:/bin",
                "XDG_RUNTIME_DIR",
                folder.resolve("runtime").toString(),
                "MARK",
                "marked");
    }

    private static List<String> command(Map<String, String> environment) {
        return UserScope.command(environment, Waiting.PATIENCE);
    }

    @Test
    void each_program_gets_a_scope_of_the_users_manager() {
        assertThat(command(environment()))
                .containsExactly(
                        program.toString(),
                        "--user",
                        "--scope",
                        "--quiet",
                        "--collect",
                        "--description=svc terminal",
                        "--");
    }

    @Test
    void the_manager_is_tried_with_this_command_in_the_environment_of_programs() throws Exception {
        command(environment());
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .containsExactly("marked --user --scope --quiet --collect --description=svc terminal -- true");
    }

    @Test
    void without_a_running_manager_nothing_is_tried() throws Exception {
        Files.delete(manager);
        assertThat(command(environment())).isEmpty();
        assertThat(folder.resolve("calls")).doesNotExist();
    }

    @Test
    void a_user_without_a_runtime_folder_has_no_manager() {
        assertThat(command(Map.of("PATH", folder.resolve("bin") + ":/bin"))).isEmpty();
        assertThat(command(Map.of("PATH", folder.resolve("bin") + ":/bin", "XDG_RUNTIME_DIR", " ")))
                .isEmpty();
    }

    @Test
    void a_host_without_the_program_has_no_scopes() {
        assertThat(command(Map.of(
                        "PATH", folder.resolve("empty").toString(),
                        "XDG_RUNTIME_DIR", folder.resolve("runtime").toString())))
                .isEmpty();
    }

    @Test
    void a_program_that_may_not_be_run_is_passed_over_for_the_next_one() throws Exception {
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rw-------"));
        Path other = systemdRun("other", "exit 0");
        assertThat(command(Map.of(
                        "PATH",
                        folder.resolve("bin") + ":" + folder.resolve("other") + ":/usr/bin:/bin",
                        "XDG_RUNTIME_DIR",
                        folder.resolve("runtime").toString())))
                .startsWith(other.toString());
    }

    @Test
    void a_manager_that_refuses_is_not_used() throws Exception {
        systemdRun("bin", "exit 1");
        assertThat(command(environment())).isEmpty();
    }

    @Test
    void a_manager_that_does_not_answer_is_given_up() throws Exception {
        systemdRun("bin", "exec sleep 1000");
        assertThat(UserScope.command(environment(), Duration.ofMillis(10))).isEmpty();
    }

    @Test
    void a_program_that_cannot_be_started_is_not_used() throws Exception {
        Files.writeString(program, "#!/does/not/exist\n");
        assertThat(command(environment())).isEmpty();
    }
}
