package dev.svc.server.wiring.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.control.HomeLock;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceKeeperTest {
    @TempDir
    private Path folder;

    private Config config;
    private ServiceKeeper keeper;

    @BeforeEach
    void a_home_without_a_service_manager() throws IOException {
        var environment = Map.of(
                "SVC_HOME",
                folder.resolve("svc").toString(),
                "SVC_PORT",
                "0",
                "HOME",
                folder.toString(),
                "PATH",
                folder.resolve("bin") + ":/usr/bin:/bin");
        config = Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
        keeper = new ServiceKeeper(config);
        program(folder.resolve("bin/systemctl"), "exit 1");
    }

    /// Each call is appended to the file `calls`.
    private void program(Path file, String script) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(
                file,
                "#!/bin/sh\necho \"$(basename \"$0\") $*\" >> '%s'\n%s\n".formatted(folder.resolve("calls"), script));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private List<String> calls() {
        try {
            return Files.readAllLines(folder.resolve("calls"));
        } catch (IOException notYet) {
            return List.of();
        }
    }

    @Test
    void a_service_is_up_while_the_process_lives_that_holds_the_home() throws Exception {
        assertThat(keeper.isUp()).isFalse();
        try (var lock = HomeLock.tryTake(config.home().processLock()).orElseThrow()) {
            lock.announce(1, "test");
            assertThat(keeper.isUp()).isTrue();
        }
        assertThat(keeper.isUp()).isFalse();
    }

    @Test
    void a_service_whose_process_was_killed_is_not_up() throws Exception {
        var process = new ProcessBuilder("true").start();
        Waiting.exitCode(process);
        var lock = config.home().processLock();
        Files.createDirectories(lock.resolveSibling(""));
        Files.writeString(lock, "pid=%d\nsince=%s\nport=1\nversion=test\n".formatted(process.pid(), Instant.now()));
        assertThat(keeper.isUp()).isFalse();
    }

    @Test
    void a_service_without_a_manager_is_started_from_the_release_that_is_current_by_then() throws Exception {
        Files.createDirectories(config.home().root().resolve("releases/new"));
        program(config.home().root().resolve("releases/new/src/svc"), "exit 0");
        Files.createSymbolicLink(config.home().root().resolve("current"), Path.of("releases/new"));
        keeper.restart();
        Waiting.until(() -> calls().contains("svc serve"));
    }

    @Test
    void a_service_with_a_manager_is_restarted_by_it_and_by_nothing_else() throws Exception {
        program(config.home().root().resolve("current/src/svc"), "exit 0");
        program(
                folder.resolve("bin/systemctl"),
                "case $* in *' show '*) printf 'LoadState=loaded\\nActiveState=active\\nSubState=running\\n"
                        + "Environment=SVC_HOME=%s\\n';; esac"
                                .formatted(config.home().root()));
        keeper.restart();
        assertThat(calls())
                .contains("systemctl --user --no-pager restart svc.service")
                .doesNotContain("svc serve");
    }
}
