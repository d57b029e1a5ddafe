package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.client.CannedPort;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    @TempDir
    private Path folder;

    private FakeHost host;
    private CannedPort port;

    @BeforeEach
    void host() throws IOException {
        host = new FakeHost(folder, Platform.Family.LINUX);
        port = CannedPort.of("/healthz", 200, "application/json", "{\"ok\":true}")
                .and("/api/version", 200, "application/json", "{\"version\":\"1.0.0\"}");
    }

    @AfterEach
    void end() throws IOException {
        Holder.read(lock()).flatMap(Holder::process).ifPresent(ProcessHandle::destroyForcibly);
        port.close();
    }

    @Test
    void it_is_started_answers_is_restarted_and_stopped() throws Exception {
        try (Control control = host.control(service().toString())) {
            assertThat(control.look().state()).isInstanceOf(ServiceState.Stopped.class);
            control.start();
            var first = running(control);
            control.restart();
            assertThat(running(control).pid()).isNotEqualTo(first.pid());
            control.stop();
            assertThat(control.look().state()).isInstanceOf(ServiceState.Stopped.class);
        }
    }

    @Test
    void one_that_was_started_by_hand_and_has_no_log_is_restarted_too() throws Exception {
        try (Control control = host.control(service().toString())) {
            control.start();
            var first = running(control);
            Files.delete(host.home().resolve("logs/serve.log"));
            Files.delete(host.home().resolve("logs"));
            control.restart();
            assertThat(running(control).pid()).isNotEqualTo(first.pid());
        }
    }

    @Test
    void one_that_stays_a_zombie_is_restarted_all_the_same() throws Exception {
        var parent = new ProcessBuilder("/bin/sh", "-c", service() + " & exec sleep 1000").start();
        try (Control control = host.control(service().toString())) {
            var first = running(control);
            Waiting.until(() -> parent.info()
                    .arguments()
                    .filter(it -> it.length == 1)
                    .isPresent()); // no shell, which would reap it
            control.restart();
            assertThat(running(control).pid()).isNotEqualTo(first.pid());
            assertThat(ProcessHandle.of(first.pid())).isPresent();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void it_outlives_who_started_it_and_is_found_by_the_next() throws Exception {
        long pid;
        try (Control first = host.control(service().toString())) {
            first.start();
            pid = running(first).pid();
        }
        try (Control next = host.control()) {
            var seen = next.look();
            assertThat(seen.state()).isInstanceOf(ServiceState.Running.class);
            assertThat(seen.keeper()).isEqualTo("process %d, without a service manager".formatted(pid));
            next.stop();
            assertThat(ProcessHandle.of(pid).filter(Liveness::isRunning)).isEmpty();
        }
    }

    @Test
    void a_killed_one_is_dead_and_can_be_started_again() throws Exception {
        try (Control control = host.control(service().toString())) {
            control.start();
            ProcessHandle process = ProcessHandle.of(running(control).pid()).orElseThrow();
            process.destroyForcibly();
            Waiting.until(() -> control.look().state() instanceof ServiceState.Dead);
            control.start();
            running(control);
        }
    }

    @Test
    void a_start_that_is_refused_is_told_in_its_own_last_words() throws Exception {
        Path svc = host.program("svc", "echo 'svc: the page is missing: build it'; exit 66");
        try (Control control = host.control(svc.toString())) {
            control.start();
            assertThat(control.awaitAnswer(Waiting.PATIENCE).state())
                    .isEqualTo(new ServiceState.Dead("it ended (code 66): svc: the page is missing: build it."));
        }
    }

    @Test
    void what_an_earlier_start_said_is_no_reason_for_the_end_of_one_that_says_nothing() throws Exception {
        Path svc = host.program(
                "svc",
                "test -e \"$0.talked\" && exit 1; touch \"$0.talked\"; echo 'svc: the page is missing'; exit 66");
        try (Control control = host.control(svc.toString())) {
            control.start();
            assertThat(control.awaitAnswer(Waiting.PATIENCE).state())
                    .isEqualTo(new ServiceState.Dead("it ended (code 66): svc: the page is missing."));
            control.start();
            assertThat(control.awaitAnswer(Waiting.PATIENCE).state())
                    .isEqualTo(new ServiceState.Dead("it ended (code 1)"));
        }
    }

    @Test
    void what_the_former_one_says_while_it_is_restarted_is_no_reason_for_the_end_of_the_next() throws Exception {
        Path broken = folder.resolve("broken");
        Path svc = host.program("svc", "test ! -e %s || exit 1; exec %s".formatted(broken, service("whole")));
        try (Control control = host.control(svc.toString())) {
            control.start();
            running(control);
            Files.createFile(broken);
            control.restart();
            assertThat(control.awaitAnswer(Waiting.PATIENCE).state())
                    .isEqualTo(new ServiceState.Dead("it ended (code 1)"));
        }
    }

    @Test
    void where_the_command_is_not_known_a_start_says_what_to_run() {
        try (Control control = host.control()) {
            assertThatThrownBy(control::start).hasMessageContaining("svc serve");
        }
    }

    @Test
    void an_env_file_that_others_may_read_is_a_state_with_its_sentence() throws IOException {
        Files.createDirectories(host.home());
        Files.writeString(host.home().resolve("env"), "SVC_PORT=1\n");
        host.home().resolve("env").toFile().setReadable(true, false);
        try (Control control = host.control()) {
            assertThat(control.look().state().sentence()).contains("chmod 600");
            assertThatThrownBy(control::start).hasMessageContaining("chmod 600");
        }
    }

    @Test
    void a_used_home_without_its_env_file_is_a_state() throws IOException {
        Files.createDirectories(host.home().resolve("journal"));
        try (Control control = host.control()) {
            assertThat(control.look().state())
                    .isEqualTo(
                            new ServiceState.EnvGone(host.home().resolve("env").toString()));
        }
    }

    private static ServiceState.Running running(Control control) throws InterruptedException {
        var state = control.awaitAnswer(Waiting.PATIENCE).state();
        assertThat(state).isInstanceOf(ServiceState.Running.class);
        return (ServiceState.Running) state;
    }

    private Path service() throws IOException {
        return service("svc");
    }

    /// Holds the home's lock file as the real one does, in front of a port that answers for it, and says when it ends.
    private Path service(String name) throws IOException {
        return host.program(name, """
                mkdir -p '%1$s'
                sleep 1000 &
                trap ': > "%1$s/svc.lock"; kill $!; echo ended; exit 143' TERM
                echo "pid=$$\nsince=$(date -u +%%Y-%%m-%%dT%%H:%%M:%%SZ)\nport=%2$d\nversion=1.0.0" > '%1$s/svc.lock'
                wait
                """.formatted(host.home(), port.origin().getPort()));
    }

    private Path lock() {
        return host.home().resolve("svc.lock");
    }
}
