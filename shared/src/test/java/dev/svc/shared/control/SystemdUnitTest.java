package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemdUnitTest {
    @TempDir
    private Path folder;

    private FakeHost host;

    @BeforeEach
    void host() throws IOException {
        host = new FakeHost(folder, Platform.Family.LINUX);
    }

    @ParameterizedTest
    @CsvSource({
        "active, running, Starting",
        "activating, start, Starting",
        "activating, auto-restart, Dead",
        "deactivating, stop-sigterm, Stopping",
        "failed, failed, Dead",
        "inactive, dead, Stopped",
    })
    void a_unit_without_a_process_at_work_is_what_systemd_says(String active, String sub, String state)
            throws IOException {
        unit(active, sub);
        try (Control control = host.control()) {
            var seen = control.look();
            assertThat(seen.state().getClass().getSimpleName()).isEqualTo(state);
            assertThat(seen.keeper()).isEqualTo("systemd user unit svc.service");
        }
    }

    @Test
    void a_look_asks_systemd_once_and_the_next_one_again() throws IOException {
        unit("inactive", "dead");
        try (Control control = host.control()) {
            control.look();
            assertThat(host.called()).hasSize(1);
            unit("failed", "failed");
            assertThat(control.look().state()).isInstanceOf(ServiceState.Dead.class);
            assertThat(host.called()).hasSize(2);
        }
    }

    @Test
    void start_stop_and_restart_are_asked_of_systemd() throws IOException {
        unit("inactive", "dead");
        try (Control control = host.control()) {
            control.start();
            control.stop();
            control.restart();
        }
        assertThat(host.called())
                .contains(
                        "systemctl --user --no-pager start svc.service",
                        "systemctl --user --no-pager stop svc.service",
                        "systemctl --user --no-pager restart svc.service");
    }

    @Test
    void an_instance_has_a_unit_of_its_own() throws IOException {
        unit("inactive", "dead");
        host.with("SVC_INSTANCE", "work");
        try (Control control = host.control()) {
            assertThat(control.look().keeper()).isEqualTo("systemd user unit svc-work.service");
        }
    }

    @Test
    void a_unit_of_another_home_is_left_alone() throws IOException {
        show("active", "running", "Environment=SVC_HOME=" + host.home() + "2");
        try (Control control = host.control()) {
            assertThat(control.look().keeper()).contains("without a service manager");
            control.stop();
        }
        assertThat(host.called()).noneMatch(call -> call.contains(" stop "));
    }

    @Test
    void a_packaged_unit_that_names_no_home_serves_the_usual_one() throws IOException {
        show("active", "running", "ExecStart={ path=/usr/bin/svc ; argv[]=/usr/bin/svc serve ; }");
        try (Control elsewhere = host.control()) {
            assertThat(elsewhere.look().keeper()).contains("without a service manager");
        }
        host.with("SVC_HOME", "");
        try (Control usual = host.control()) {
            assertThat(usual.look().keeper()).isEqualTo("systemd user unit svc.service");
        }
    }

    @Test
    void what_systemd_refuses_is_told_with_its_words_and_the_way_to_more() throws IOException {
        host.program(
                "systemctl",
                "case \"$*\" in *show*) printf 'LoadState=loaded\\nActiveState=inactive\\nEnvironment=SVC_HOME=%s\\n';; *start*) echo 'Unit is masked.'; exit 1;; esac"
                        .formatted(host.home()));
        try (Control control = host.control()) {
            assertThatThrownBy(control::start)
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("Unit is masked.")
                    .hasMessageContaining("journalctl --user -u svc.service");
        }
    }

    @Test
    void without_a_user_manager_there_is_no_unit() throws IOException {
        host.program("systemctl", "echo 'Failed to connect to bus'; exit 1");
        try (Control control = host.control()) {
            assertThat(control.look().keeper()).contains("without a service manager");
        }
    }

    private void unit(String active, String sub) throws IOException {
        show(active, sub, "Environment=SVC_HOME=" + host.home());
    }

    private void show(String active, String sub, String more) throws IOException {
        host.program(
                "systemctl",
                "printf '%%s\\n' LoadState=loaded ActiveState=%s SubState=%s Result=exit-code ExecMainStatus=1 '%s'"
                        .formatted(active, sub, more));
    }
}
