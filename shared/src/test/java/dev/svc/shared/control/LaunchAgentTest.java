package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchAgentTest {
    @TempDir
    private Path folder;

    private FakeHost host;

    @BeforeEach
    void host() throws IOException {
        host = new FakeHost(folder, Platform.Family.MAC);
        Path agents = Files.createDirectories(folder.resolve("Library/LaunchAgents"));
        Files.writeString(agents.resolve("dev.svc.plist"), "<key>SVC_HOME</key><string>" + host.home() + "</string>");
    }

    @ParameterizedTest
    @CsvSource({
        "'state = running', 0, Starting",
        "'state = spawn scheduled', 0, Starting",
        "'last exit code = 78', 0, Dead",
        "'Could not find service', 113, Stopped",
    })
    void an_agent_without_a_process_at_work_is_what_launchd_says(String says, int code, String state)
            throws IOException {
        host.program("launchctl", "echo '\t%s'; exit %d".formatted(says, code));
        try (Control control = host.control()) {
            var seen = control.look();
            assertThat(seen.state().getClass().getSimpleName()).isEqualTo(state);
            assertThat(seen.keeper()).isEqualTo("launchd agent dev.svc");
        }
    }

    @Test
    void an_agent_that_is_not_loaded_is_loaded_before_it_is_started() throws IOException {
        host.program("launchctl", "[ \"$1\" != print ]");
        try (Control control = host.control()) {
            control.start();
        }
        assertThat(host.called()).anyMatch(call -> call.matches("launchctl bootstrap gui/\\d+ .*dev\\.svc\\.plist"));
        assertThat(host.called().getLast()).matches("launchctl kickstart gui/\\d+/dev\\.svc");
    }

    @Test
    void stopping_unloads_it_and_restarting_kicks_it() throws IOException {
        host.program("launchctl", "exit 0");
        try (Control control = host.control()) {
            control.restart();
            assertThat(host.called().getLast()).matches("launchctl kickstart -k gui/\\d+/dev\\.svc");
            control.stop();
            assertThat(host.called().getLast()).matches("launchctl bootout gui/\\d+/dev\\.svc");
        }
    }

    @Test
    void an_instance_without_an_agent_is_a_process_of_its_own() throws IOException {
        host.with("SVC_INSTANCE", "work");
        try (Control control = host.control()) {
            assertThat(control.look().keeper()).contains("without a service manager");
        }
    }
}
