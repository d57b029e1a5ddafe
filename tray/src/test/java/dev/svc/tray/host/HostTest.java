package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.ControlException;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.UpdateState;
import dev.svc.tray.menu.Updates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the tray says about updates of a home in which no service runs; the command svc is a stand-in.
class HostTest {
    private static final UpdateState FOUND = new UpdateState.Available("1.4.3");

    @TempDir
    private Path folder;

    private Path home;
    private Path svc;
    private Host host;

    @BeforeEach
    void install() throws IOException {
        home = folder.resolve("home");
        release("20261101-100000-aaa", "1.4.1");
        Path current = release("20261102-100000-bbb", "1.4.2");
        Files.createSymbolicLink(home.resolve("current"), current);
        svc = current.resolve("src/svc");
        Files.writeString(svc, """
                #!/bin/sh
                echo "$@" >> '%s'
                case $1 in
                    version) echo 'svc 1.4.2' ;;
                    autoupdate) echo '{"current":"1.4.2","latest":"1.4.3","newer":true,"notes":""}' ;;
                    rollback) echo 'svc: There is no release to go back to.' && exit 1 ;;
                esac
                """.formatted(folder.resolve("said")));
        assertThat(svc.toFile().setExecutable(true)).isTrue();
        var environment = Map.of("PATH", "/usr/bin:/bin", "SVC_HOME", home.toString(), "SVC_PORT", "0");
        host = new Host(new Platform(Platform.Family.LINUX, folder, environment), current.resolve("src"), () -> {});
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void what_a_check_found_is_forgotten_when_the_channel_is_another() {
        host.checkUpdate();
        assertThat(updates().state()).isEqualTo(FOUND);
        host.setChannel("main");
        assertThat(updates().state()).isEqualTo(new UpdateState.Unknown());
    }

    @Test
    void what_a_check_found_is_forgotten_when_an_update_ends_and_its_outcome_is_said() throws IOException {
        host.checkUpdate();
        status("1-1", "returned", "update");
        assertThat(updates().state()).isEqualTo(new UpdateState.Unknown());
        assertThat(updates().outcome().isAbout("1.4.3")).isTrue();
        host.checkUpdate();
        assertThat(updates().state()).isEqualTo(FOUND);
        assertThat(updates().outcome().isAbout("1.4.3")).isTrue();
    }

    @Test
    void what_a_check_found_is_forgotten_when_another_program_takes_the_place_of_this_one() throws IOException {
        Path jar = Files.createDirectories(svc.resolveSibling("server/target")).resolve("svc.jar");
        Files.writeString(jar, "");
        host.checkUpdate();
        assertThat(updates().state()).isEqualTo(FOUND);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-11-21T14:40:00Z")));
        assertThat(updates().state()).isEqualTo(new UpdateState.Unknown());
    }

    @Test
    void the_way_back_names_the_version_and_is_the_commands() throws IOException {
        TrayState stopped = host.look();
        assertThat(stopped.updates().former()).isEqualTo("1.4.1");
        assertThat(stopped.offersFormer()).isTrue();
        assertThatThrownBy(host::goBack)
                .isInstanceOf(ControlException.class)
                .hasMessage("svc: There is no release to go back to.");
        assertThat(Files.readAllLines(folder.resolve("said"))).contains("rollback");
    }

    private Updates updates() {
        return host.look().updates();
    }

    private void status(String run, String state, String kind) throws IOException {
        Files.writeString(Files.createDirectories(home.resolve("update")).resolve("status.json"), """
                {"run":"%s","state":"%s","kind":"%s","target":"1.4.3","finished_at":"2026-11-21T14:35:00Z"}""".formatted(
                        run, state, kind));
    }

    private Path release(String name, String version) throws IOException {
        Path made = home.resolve("releases").resolve(name);
        Files.createDirectories(made.resolve("src"));
        Files.writeString(made.resolve("release"), "version=" + version + "\n");
        return made;
    }
}
