package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.MadeUpProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KimiSightingsTest {
    private static final String ID = "session_0a1b2c3d-0000-4000-8000-000000000001";
    private static final String OTHER = "session_0a1b2c3d-0000-4000-8000-000000000002";
    private static final Instant START = Instant.parse("2026-11-21T11:00:00Z");
    private static final Path SHOP = Path.of("/srv/shop");

    @TempDir
    Path home;

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private KimiSightings sightings = new KimiSightings(new KimiFolder(Path.of("")));

    @BeforeEach
    void lay() throws IOException {
        home = home.toRealPath();
        sightings = new KimiSightings(new KimiFolder(home));
    }

    @Test
    void a_process_is_probably_on_the_newest_session_of_its_folder() throws IOException {
        wire(SHOP, ID, 1);
        var newest = wire(SHOP, OTHER, 2);
        wire(Path.of("/srv/else"), "session_0a1b2c3d-0000-4000-8000-000000000003", 3);
        var process = processes.add(7, 1, START, SHOP, "kimi-code");
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(OTHER, process, Sighting.State.UNKNOWN, null, false, true));
        assertThat(sightings.folders()).containsExactly(newest.resolveSibling(""));
    }

    @Test
    void what_was_written_before_it_started_is_not_its_own() throws IOException {
        wire(SHOP, ID, -1);
        processes.add(7, 1, START, SHOP, "kimi-code");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void a_question_without_an_answer_is_what_it_waits_for() throws IOException {
        var wire = wire(SHOP, ID, 1);
        processes.add(7, 1, START, SHOP, "kimi-code");
        say(wire, "turn.prompt", "\"promptId\":\"msg_1\"");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say(wire, "interaction.request", "\"id\":\"a\",\"kind\":\"approval\",\"request\":{\"action\":\"Running: ls\"}");
        assertThat(state().status()).isEqualTo(Status.WAITING);
        assertThat(state().waitsFor()).isEqualTo("Running: ls");
        say(wire, "interaction.resolved", "\"id\":\"a\"");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say(wire, "turn.ended", "\"agentId\":\"main\"");
        assertThat(state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void an_old_log_that_does_not_say_when_turns_end_says_nothing() throws IOException {
        var wire = wire(SHOP, ID, 1);
        say(wire, "turn.prompt", "\"input\":[]");
        processes.add(7, 1, START, SHOP, "kimi-code");
        assertThat(state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void what_a_process_before_it_left_open_is_not_its_own() throws IOException {
        var wire = wire(SHOP, ID, 1);
        say(wire, "interaction.request", "\"id\":\"a\",\"kind\":\"approval\"");
        processes.add(7, 1, START.plusSeconds(120), SHOP, "kimi-code");
        Files.setLastModifiedTime(wire, FileTime.from(START.plusSeconds(180)));
        assertThat(state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void a_log_behind_a_link_is_not_read() throws IOException {
        var wire = wire(SHOP, ID, 1);
        var away = Files.move(wire, home.resolve("away.jsonl"));
        Files.createSymbolicLink(wire, away);
        processes.add(7, 1, START, SHOP, "kimi-code");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void only_its_terminals_count() {
        assertThat(sightings.knows(List.of("kimi-code"))).isTrue();
        assertThat(sightings.knows(List.of("node", "/usr/bin/kimi"))).isTrue();
        assertThat(sightings.knows(List.of("kimi", "acp"))).isFalse();
        assertThat(sightings.knows(List.of("vim", "kimi-code"))).isFalse();
    }

    private Sighting.State state() {
        return sightings.look(processes).getFirst().state();
    }

    private Path wire(Path folder, String id, int minutes) throws IOException {
        var agent = home.resolve("sessions")
                .resolve(KimiBucket.name(folder.toString()))
                .resolve(id)
                .resolve("agents/main");
        var wire = Files.createDirectories(agent).resolve("wire.jsonl");
        Files.writeString(wire, "{\"type\":\"metadata\"}\n");
        Files.setLastModifiedTime(wire, FileTime.from(START.plus(Duration.ofMinutes(minutes))));
        return wire;
    }

    private static void say(Path wire, String type, String members) throws IOException {
        Files.writeString(
                wire,
                "{\"type\":\"" + type + "\"," + members + ",\"time\":"
                        + START.plusSeconds(60).toEpochMilli() + "}\n",
                StandardOpenOption.APPEND);
    }
}
