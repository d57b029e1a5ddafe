package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.codex.daemon.CodexCalls;
import dev.svc.server.engine.codex.daemon.StandInDaemon;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.MadeUpProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodexSightingsTest {
    private static final String ID = "01a1fdd2-b861-7ef1-9543-eff083a8adfb";
    private static final String OTHER = "01a1fdd3-29da-7063-b74c-4fcfccd88cdc";
    private static final String HIDDEN = "01a1fdd3-29da-7063-b74c-4fcfccd88cdd";
    private static final Instant THEN = Instant.parse("2026-11-21T11:00:00Z");
    private static final long DAEMON = 900;

    @TempDir
    Path folder;

    private Path codex = Path.of("");
    private Path day = Path.of("");
    private CodexHome home = new CodexHome(Path.of(""), java.util.Optional.empty());
    private final MadeUpProcesses processes = new MadeUpProcesses();
    private final BlockingQueue<String> again = new LinkedBlockingQueue<>();
    private CodexSightings sightings = new CodexSightings(home);

    @BeforeEach
    void lay() throws IOException {
        codex = folder.toRealPath().resolve(".codex");
        day = Files.createDirectories(codex.resolve("sessions/2026/11/21"));
        home = CodexHome.of(new EngineSettings(codex.resolveSibling(""), List.of(), null, null, Map.of()));
        sightings = new CodexSightings(home, Duration.ofSeconds(30), Duration.ofMinutes(10));
    }

    @AfterEach
    void close() {
        sightings.close();
    }

    @Test
    void who_has_a_rollout_open_is_on_its_session() throws IOException {
        var process = processes.add(7, 1, THEN, folder, "/usr/bin/codex", "--no-daemon");
        processes.opens(process, rollout(ID), Path.of("/dev/null"));
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, process, Sighting.State.UNKNOWN, null, true, true));
    }

    @Test
    void who_has_the_lock_of_a_session_open_is_on_it() throws IOException {
        var process = processes.add(7, 1, THEN, folder, "codex");
        var locks = Files.createDirectories(codex.resolve("thread-writer-locks"));
        processes.opens(process, locks.resolve(ID + ".lock"), locks.resolve("x.lock"), folder.resolve(OTHER + ".lock"));
        assertThat(ids()).containsExactly(ID);
    }

    @Test
    void a_turn_that_has_ended_is_known_and_one_that_goes_on_may_wait() throws IOException {
        var rollout = rollout(ID);
        var process = processes.add(7, 1, THEN, folder, "codex");
        processes.opens(process, rollout);
        event(rollout, "task_started");
        assertThat(status()).isEqualTo(Status.ELSEWHERE);
        event(rollout, "task_complete");
        assertThat(status()).isEqualTo(Status.IDLE);
        event(rollout, "task_started");
        assertThat(status()).isEqualTo(Status.ELSEWHERE);
        event(rollout, "turn_aborted");
        assertThat(status()).isEqualTo(Status.IDLE);
    }

    @Test
    void what_serves_an_editor_is_not_ended_for_a_session() throws IOException {
        processes.opens(processes.add(7, 1, THEN, folder, "codex", "app-server"), rollout(ID));
        assertThat(sightings.look(processes))
                .singleElement()
                .extracting(Sighting::alone)
                .isEqualTo(false);
    }

    @Test
    void open_files_are_not_asked_for_at_every_look() throws IOException {
        var process = processes.add(7, 1, THEN, folder, "codex");
        processes.opens(process, rollout(ID));
        sightings.look(processes);
        sightings.look(processes);
        sightings.look(processes);
        assertThat(processes.asked()).isEqualTo(1);
    }

    @Test
    void a_rollout_outside_the_store_says_nothing() throws IOException {
        var elsewhere = folder.resolve("rollout-2026-11-21T11-16-47-" + ID + ".jsonl");
        processes.opens(processes.add(7, 1, THEN, folder, "codex"), Files.createFile(elsewhere));
        assertThat(ids()).isEmpty();
    }

    @Test
    void the_wrapper_of_a_process_is_no_second_one() throws IOException {
        processes.add(7, 1, THEN, folder, "node", "/usr/bin/codex", "resume", ID);
        var child = processes.add(8, 7, THEN, folder, "/opt/codex", "resume", ID);
        processes.opens(child, rollout(ID));
        assertThat(sightings.look(processes))
                .singleElement()
                .extracting(Sighting::process)
                .isEqualTo(child);
    }

    @Test
    void the_daemon_says_which_sessions_it_holds_and_what_they_do() throws Exception {
        try (var daemon = daemon()) {
            daemon.answers.put("thread/loaded/list", data(quoted(ID), quoted(OTHER), quoted(HIDDEN)));
            daemon.answers.put(
                    "thread/list",
                    data(
                            thread(ID, rollout(ID), "{\"type\":\"active\",\"activeFlags\":[\"waitingOnApproval\"]}"),
                            thread(HIDDEN, codex.resolve("none"), "{\"type\":\"idle\"}")));
            daemon.answers.put(
                    "thread/read", "{\"thread\":" + thread(OTHER, rollout(OTHER), "{\"type\":\"idle\"}") + "}");
            var process = connect();
            var seen = sightings.look(processes);
            assertThat(ids()).containsExactlyInAnyOrder(ID, OTHER);
            var waiting = seen.stream()
                    .filter(it -> it.nativeId().equals(ID))
                    .findFirst()
                    .orElseThrow();
            assertThat(waiting.process()).isEqualTo(process);
            assertThat(waiting.alone()).isFalse();
            assertThat(waiting.sure()).isTrue();
            assertThat(waiting.state()).isEqualTo(new Sighting.State(Status.WAITING, null, "approval", List.of()));
            assertThat(waiting.wayIn())
                    .isEqualTo(new Sighting.WayIn(List.of("resume", ID, "--remote", "unix://"), Where.DAEMON, null));
        }
    }

    @Test
    void a_change_is_heard_at_once() throws Exception {
        try (var daemon = daemon()) {
            hold(daemon, "{\"type\":\"idle\"}");
            connect();
            assertThat(status()).isEqualTo(Status.IDLE);
            change(daemon, "{\"type\":\"active\",\"activeFlags\":[]}");
            assertThat(status()).isEqualTo(Status.WORKING);
            change(daemon, "{\"type\":\"active\",\"activeFlags\":[\"waitingOnUserInput\"]}");
            assertThat(sightings.look(processes).getFirst().state().waitsFor()).isEqualTo("input needed");
            change(daemon, "{\"type\":\"notLoaded\"}");
            assertThat(ids()).isEmpty();
        }
    }

    @Test
    void a_terminal_on_the_daemon_is_no_session_of_its_own() throws Exception {
        try (var daemon = daemon()) {
            hold(daemon, "{\"type\":\"idle\"}");
            var process = connect();
            processes.add(7, 1, THEN, folder, "codex", "resume", ID);
            assertThat(sightings.look(processes))
                    .singleElement()
                    .extracting(Sighting::process)
                    .isEqualTo(process);
        }
    }

    @Test
    void a_daemon_that_never_answers_keeps_nobody_waiting() throws Exception {
        sightings = new CodexSightings(home, Duration.ofMillis(20), Duration.ofMinutes(10));
        try (var daemon = daemon()) {
            processes.add(DAEMON, 1, THEN, folder, "codex", "app-server");
            sightings.listen(() -> again.add("again"));
            assertThat(ids()).isEmpty();
            assertThat(daemon.gone.take()).isEqualTo("gone");
            assertThat(ids()).isEmpty();
        }
    }

    @Test
    void what_is_no_answer_ends_the_connection() throws Exception {
        for (var garbage : List.of(new byte[] {(byte) 0x81, 2, 'n', 'o'}, new byte[] {(byte) 0xff, 0}, tooLong())) {
            try (var daemon = daemon()) {
                hold(daemon, "{\"type\":\"idle\"}");
                connect();
                daemon.raw(ByteBuffer.wrap(garbage));
                again.take();
                assertThat(ids()).isEmpty();
            }
            sightings.close();
            lay();
            Files.delete(codex.resolve("real.sock"));
            Files.delete(codex.resolve("app-server-control/app-server-control.sock"));
            processes.own().forEach(processes::end);
        }
    }

    @Test
    void a_daemon_that_goes_holds_nothing_and_is_found_when_it_is_back() throws Exception {
        try (var daemon = daemon()) {
            hold(daemon, "{\"type\":\"idle\"}");
            connect();
            assertThat(ids()).containsExactly(ID);
            daemon.hangUp();
            again.take();
            for (int looks = 0; looks < CodexTalk.PAUSE; looks++) {
                assertThat(ids()).isEmpty();
            }
            again.take();
            assertThat(ids()).containsExactly(ID);
        }
    }

    private static byte[] tooLong() {
        return ByteBuffer.allocate(10)
                .put((byte) 0x81)
                .put((byte) 127)
                .putLong(CodexCalls.LARGEST + 1)
                .array();
    }

    private StandInDaemon daemon() throws IOException {
        return new StandInDaemon(codex, DAEMON);
    }

    private void hold(StandInDaemon daemon, String status) throws IOException {
        daemon.answers.put("thread/loaded/list", data(quoted(ID)));
        daemon.answers.put("thread/list", data(thread(ID, rollout(ID), status)));
    }

    private void change(StandInDaemon daemon, String status) throws Exception {
        daemon.say("{\"method\":\"thread/status/changed\",\"params\":{\"threadId\":\"" + ID + "\",\"status\":" + status
                + "}}");
        again.take();
    }

    private LivingProcess connect() throws InterruptedException {
        var process = processes.add(DAEMON, 1, THEN, folder, "codex", "app-server");
        sightings.listen(() -> again.add("again"));
        sightings.look(processes);
        again.take();
        return process;
    }

    private List<String> ids() {
        return sightings.look(processes).stream().map(Sighting::nativeId).toList();
    }

    private Status status() {
        return sightings.look(processes).getFirst().state().status();
    }

    private Path rollout(String id) throws IOException {
        var file = day.resolve("rollout-2026-11-21T11-16-47-" + id + ".jsonl");
        Files.write(file, new byte[0], StandardOpenOption.CREATE);
        return file;
    }

    private static void event(Path rollout, String type) throws IOException {
        Files.writeString(
                rollout,
                "{\"timestamp\":\"2026-11-21T11:16:48.001Z\",\"type\":\"event_msg\",\"payload\":{\"type\":\"" + type
                        + "\"}}\n",
                StandardOpenOption.APPEND);
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    private static String data(String... values) {
        return "{\"data\":[" + String.join(",", values) + "]}";
    }

    private static String thread(String id, Path path, String status) {
        return "{\"id\":\"%s\",\"path\":\"%s\",\"status\":%s}".formatted(id, path, status);
    }
}
