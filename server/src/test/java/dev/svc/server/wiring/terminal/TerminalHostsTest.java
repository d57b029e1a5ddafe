package dev.svc.server.wiring.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.terminal.host.TerminalHost;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalHostsTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void a_host_with_dtach() throws IOException {
        environment.put("SVC_HOME", folder.resolve("svc").toString());
        environment.put("SVC_RUNTIME_DIR", folder.resolve("run").toString());
        environment.put("SVC_DTACH_BIN", program("dtach").toString());
        environment.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    }

    private Path program(String name) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\nexit 0\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private TerminalHost host() throws IOException {
        return TerminalHosts.of(
                Config.load(new Platform(Platform.Family.LINUX, folder, environment), null), Waiting.PATIENCE);
    }

    @Test
    void dtach_keeps_the_programs_where_there_is_one() throws Exception {
        assertThat(host().name()).isEqualTo("dtach");
    }

    @Test
    void its_sockets_lie_in_the_configured_folder() throws Exception {
        host();
        assertThat(folder.resolve("run")).isDirectory();
    }

    @Test
    void without_dtach_this_process_keeps_them_itself() throws Exception {
        environment.put("SVC_DTACH_BIN", folder.resolve("absent").toString());
        assertThat(host().name()).isEqualTo("direct");
    }

    @Test
    void each_program_has_a_scope_where_the_user_has_a_manager_that_answers() throws Exception {
        assertThat(host().scope()).isEqualTo("none");
        program("systemd-run");
        Files.createDirectories(folder.resolve("runtime/systemd"));
        Files.createFile(folder.resolve("runtime/systemd/private"));
        environment.put("XDG_RUNTIME_DIR", folder.resolve("runtime").toString());
        assertThat(host().scope()).isEqualTo("systemd");
    }
}
