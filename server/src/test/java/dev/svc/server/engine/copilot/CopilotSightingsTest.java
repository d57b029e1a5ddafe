package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.MadeUpProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopilotSightingsTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final String OTHER = "0a1b2c3d-0000-4000-8000-000000000002";
    private static final Instant START = Instant.parse("2026-11-21T11:00:00Z");
    private static final Path SHOP = Path.of("/srv/shop");

    @TempDir
    Path home = Path.of("");

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private CopilotSightings sightings = new CopilotSightings(new CopilotFolder(Path.of("")));

    @BeforeEach
    void lay() throws IOException {
        home = home.toRealPath();
        sightings = new CopilotSightings(new CopilotFolder(home));
    }

    private Path session(String id) throws IOException {
        var folder = Files.createDirectories(home.resolve("session-state").resolve(id));
        Files.writeString(folder.resolve("events.jsonl"), "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return folder;
    }

    private Path lock(String id, long pid, Instant at) throws IOException {
        var lock = session(id).resolve("inuse." + pid + ".lock");
        Files.writeString(lock, Long.toString(pid));
        return Files.setLastModifiedTime(lock, FileTime.from(at));
    }

    private LivingProcess process() {
        return processes.add(7, 6, START, SHOP, "/opt/copilot-linux-x64/copilot");
    }

    private void say(String type, String data, String more) throws IOException {
        Files.writeString(
                session(ID).resolve("events.jsonl"),
                "{\"type\":\"%s\",\"data\":{%s}%s,\"id\":\"e\",\"timestamp\":\"2026-11-21T11:01:00.000Z\"}\n"
                        .formatted(type, data, more),
                StandardOpenOption.APPEND);
    }

    private Sighting.State state() {
        return sightings.look(processes).getFirst().state();
    }

    @Test
    void a_process_is_on_the_session_that_it_has_locked() throws IOException {
        session(OTHER);
        lock(ID, 7, START.plusSeconds(1));
        var process = process();
        processes.add(6, 1, START, SHOP, "node", "/usr/bin/copilot");
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, process, Sighting.State.UNKNOWN, null, true, true));
        assertThat(sightings.folders())
                .containsExactly(home.resolve("session-state").resolve(ID));
    }

    @Test
    void a_lock_that_a_killed_process_left_is_not_that_of_who_has_its_number_now() throws IOException {
        lock(ID, 7, START.minusSeconds(3600));
        process();
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void a_process_with_several_sessions_ends_with_none_of_them() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        lock(OTHER, 7, START.plusSeconds(2));
        process();
        assertThat(sightings.look(processes))
                .hasSize(2)
                .allMatch(sighting -> !sighting.alone())
                .extracting(Sighting::nativeId)
                .containsExactlyInAnyOrder(ID, OTHER);
    }

    @Test
    void two_processes_on_one_session_are_both_seen() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        lock(ID, 8, START.plusSeconds(1));
        process();
        processes.add(8, 1, START, SHOP, "copilot", "--resume=" + ID);
        assertThat(sightings.look(processes)).extracting(Sighting::nativeId).containsExactly(ID, ID);
    }

    @Test
    void a_session_whose_lock_is_gone_was_left() throws IOException {
        var lock = lock(ID, 7, START.plusSeconds(1));
        process();
        assertThat(sightings.look(processes)).hasSize(1);
        Files.delete(lock);
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void the_log_says_what_it_does_and_what_it_asks() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        process();
        say("session.resume", "", "");
        assertThat(state().status()).isEqualTo(Status.IDLE);
        say("user.message", "\"content\":\"Hello\"", "");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say(
                "permission.requested",
                "\"requestId\":\"r\",\"permissionRequest\":{\"kind\":\"shell\",\"fullCommandText\":\"ls\","
                        + "\"intention\":\"List\\nfiles\"}",
                "");
        assertThat(state().status()).isEqualTo(Status.WAITING);
        assertThat(state().waitsFor()).isEqualTo("List files");
        say("permission.completed", "\"requestId\":\"r\",\"result\":{\"kind\":\"approved\"}", "");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say("assistant.turn_end", "", "");
        assertThat(state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void a_question_of_the_model_waits_until_it_is_answered() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        process();
        say("assistant.turn_start", "", "");
        say(
                "tool.execution_start",
                "\"toolCallId\":\"c\",\"toolName\":\"ask_user\",\"arguments\":{\"message\":\"Which?\"}",
                "");
        assertThat(state().waitsFor()).isEqualTo("Which?");
        say("tool.execution_complete", "\"toolCallId\":\"c\",\"success\":true", "");
        assertThat(state().status()).isEqualTo(Status.WORKING);
    }

    @Test
    void a_sub_agent_asks_the_same_person_and_its_end_is_not_the_end() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        process();
        say("assistant.turn_start", "", "");
        say(
                "permission.requested",
                "\"requestId\":\"r\",\"permissionRequest\":{\"kind\":\"url\"}",
                ",\"agentId\":\"a\"");
        assertThat(state().waitsFor()).isEqualTo("url");
        say("permission.completed", "\"requestId\":\"r\"", ",\"agentId\":\"a\"");
        say("assistant.turn_end", "", ",\"agentId\":\"a\"");
        assertThat(state().status()).isEqualTo(Status.WORKING);
    }

    @Test
    void what_was_broken_off_asks_for_nothing() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        process();
        say("permission.requested", "\"requestId\":\"r\",\"permissionRequest\":{}", "");
        assertThat(state().waitsFor()).isEqualTo("input");
        say("abort", "\"reason\":\"user_abort\"", "");
        assertThat(state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void a_compaction_is_work_and_what_was_before_is_after_it() throws IOException {
        lock(ID, 7, START.plusSeconds(1));
        process();
        say("assistant.turn_end", "", "");
        say("session.compaction_start", "", "");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say("session.compaction_complete", "\"success\":true", "");
        assertThat(state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void what_a_process_before_it_left_open_is_not_its_own() throws IOException {
        var later = START.plusSeconds(600);
        lock(ID, 7, later.plusSeconds(1));
        say("permission.requested", "\"requestId\":\"r\",\"permissionRequest\":{\"kind\":\"shell\"}", "");
        processes.add(7, 1, later, SHOP, "copilot");
        assertThat(state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void only_its_terminals_count() {
        assertThat(sightings.knows(List.of("/opt/copilot", "--resume=" + ID))).isTrue();
        assertThat(sightings.knows(List.of("node", "/usr/bin/copilot"))).isTrue();
        assertThat(sightings.knows(List.of("copilot", "--acp"))).isFalse();
        assertThat(sightings.knows(List.of("copilot", "mcp", "list"))).isFalse();
        assertThat(sightings.knows(List.of("vim", "copilot"))).isFalse();
    }
}
