package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.client.CannedPort;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Restarts without a service manager, in which one of those who take part is killed at any moment.
class RestartKillTest {
    private static final int ROUNDS = Boolean.getBoolean("svc.deep") ? 200 : 8;
    private static final int LOOKS = 180; // that many take longer than a restart here

    @TempDir
    private Path folder;

    private CannedPort port;
    private FakeHost host;

    /// The one who restarts, in a process that can be killed: an update, or the tray.
    static final class Restarter {
        private Restarter() {}

        public static void main(String[] arguments) throws IOException {
            var host = new FakeHost(Path.of(arguments[0]), Platform.Family.LINUX);
            try (var control = host.control(arguments[1])) {
                control.restart();
            }
        }
    }

    @BeforeEach
    void host() throws IOException {
        host = new FakeHost(folder, Platform.Family.LINUX);
        port = CannedPort.of("/healthz", 200, "application/json", "{\"ok\":true}")
                .and("/api/version", 200, "application/json", "{\"version\":\"1.0.0\"}");
    }

    @AfterEach
    void end() throws Exception {
        try (var control = host.control()) {
            control.stop();
        }
        port.close();
    }

    /// Takes a while to end and to begin, as the real one does; what has answered stands in a file.
    private Path service() throws IOException {
        return host.program("svc", """
                mkdir -p '%1$s/answered'
                held=$(sed -n 's/^pid=//p' '%1$s/svc.lock' 2>/dev/null)
                if [ -n "$held" ] && kill -0 "$held" 2>/dev/null && ! grep -q ') Z' "/proc/$held/stat"; then
                    echo "held by $held"
                    exit 73
                fi
                trap 'sleep 0.2; : > "%1$s/svc.lock"; exit 143' TERM
                echo "pid=$$\nsince=$(date -u +%%Y-%%m-%%dT%%H:%%M:%%SZ)\nport=0\nversion=1.0.0" > '%1$s/svc.lock'
                sleep 0.2
                echo "pid=$$\nsince=$(date -u +%%Y-%%m-%%dT%%H:%%M:%%SZ)\nport=%2$d\nversion=1.0.0" > '%1$s/svc.lock'
                : > '%1$s/answered/'$$
                while :; do sleep 0.1; done
                """.formatted(host.home(), port.origin().getPort()));
    }

    private long answering() {
        return Holder.read(host.home().resolve("svc.lock"))
                .filter(it -> it.isAlive() && hasAnswered(it.pid()))
                .map(Holder::pid)
                .orElse(0L);
    }

    private boolean hasAnswered(long pid) {
        return Files.exists(host.home().resolve("answered").resolve(Long.toString(pid)));
    }

    private String said() {
        return LogFile.end(host.home().resolve("logs/serve.log"));
    }

    @Test
    void whoever_is_killed_the_service_answers_again() throws Exception {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String svc = service().toString();
        for (int round = 0; round < ROUNDS; round++) {
            try (var control = host.control(svc)) {
                control.start();
            }
            Waiting.until(() -> answering() != 0);
            long former = answering();

            var restarter = restarter(svc);
            for (int looks = random.nextInt(LOOKS); looks > 0; looks--) {
                Waiting.pause();
            }
            var victim = victim(restarter, former, random);
            String killed = victim.pid() + " " + victim.info().commandLine().orElse("");
            victim.destroyForcibly();
            Waiting.until(() -> !victim.isAlive());
            if (victim.pid() == former || !hasAnswered(victim.pid())) { // one that has answered is no part of it
                int at = round;
                Waiting.until(
                        () -> "an answer in round %d of seed %d after the end of %s; it said: %s"
                                .formatted(at, seed, killed, said()),
                        () -> answering() != 0);
            }
            Waiting.ended(restarter.toHandle());
            Waiting.until(() -> answering() != 0 || hasAnswered(victim.pid()));
        }
    }

    private Process restarter(String svc) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Restarter.class.getName(),
                        folder.toString(),
                        svc)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static boolean isStarter(ProcessHandle process) {
        return process.info().commandLine().filter(it -> it.contains("former")).isPresent();
    }

    private static ProcessHandle victim(Process restarter, long former, Random random) {
        List<ProcessHandle> all = new ArrayList<>(restarter.children().toList());
        all.add(restarter.toHandle());
        ProcessHandle.of(former).ifPresent(all::add);
        return all.get(random.nextInt(all.size()));
    }

    @Test
    void a_restart_goes_on_without_whoever_wanted_it() throws Exception {
        String svc = service().toString();
        try (var control = host.control(svc)) {
            control.start();
        }
        Waiting.until(() -> answering() != 0);
        long former = answering();
        var restarter = restarter(svc);
        Waiting.until(() -> restarter.children().anyMatch(RestartKillTest::isStarter) || !restarter.isAlive());
        restarter.destroyForcibly();
        Waiting.ended(restarter.toHandle());

        Waiting.until(() -> answering() != 0 && answering() != former);
        assertThat(ProcessHandle.of(former).filter(Liveness::isRunning)).isEmpty();
    }
}
