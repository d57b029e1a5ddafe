package dev.svc.server.engine.grok;

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

class GrokSightingsTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final String OTHER = "0a1b2c3d-0000-4000-8000-000000000002";
    private static final Instant START = Instant.parse("2026-11-22T21:00:00Z");
    private static final Path SHOP = Path.of("/srv/shop");

    @TempDir
    Path home;

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private GrokSightings sightings = new GrokSightings(new GrokFolder(Path.of("")));

    @BeforeEach
    void lay() throws IOException {
        home = home.toRealPath();
        sightings = new GrokSightings(new GrokFolder(home));
    }

    @Test
    void a_process_is_on_the_session_that_the_program_has_noted() throws IOException {
        var session = session(ID, "{}", 1);
        session(OTHER, "{}", 2);
        note(7, ID, START.plusSeconds(1));
        var process = processes.add(7, 1, START, SHOP, "grok");
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, process, Sighting.State.UNKNOWN, null, true, true));
        assertThat(sightings.folders()).containsExactly(session);
    }

    @Test
    void a_note_of_an_earlier_process_with_the_same_number_is_not_believed() throws IOException {
        session(ID, "{}", -5);
        note(7, ID, START.minusSeconds(60));
        processes.add(7, 1, START, SHOP, "grok");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void a_note_that_changes_is_read_again_and_one_that_is_no_list_says_nothing() throws IOException {
        session(ID, "{}", -5);
        session(OTHER, "{}", -5);
        processes.add(7, 1, START, SHOP, "grok");
        note(7, ID, START.plusSeconds(1));
        assertThat(sightings.look(processes)).extracting(Sighting::nativeId).containsExactly(ID);
        note(7, OTHER, START.plusSeconds(70));
        assertThat(sightings.look(processes)).extracting(Sighting::nativeId).containsExactly(OTHER);
        Files.writeString(home.resolve("active_sessions.json"), "{\"session_id\":");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void without_a_note_its_words_say_the_session() throws IOException {
        session(ID, "{}", -5);
        processes.add(7, 1, START, SHOP, "grok", "--resume", ID);
        assertThat(sightings.look(processes)).singleElement().satisfies(it -> {
            assertThat(it.nativeId()).isEqualTo(ID);
            assertThat(it.sure()).isTrue();
        });
    }

    @Test
    void else_it_is_probably_on_the_newest_session_of_its_folder_that_is_no_sub_agents() throws IOException {
        session(ID, "{}", 1);
        session(OTHER, "{\"session_kind\":\"subagent\"}", 2);
        processes.add(7, 1, START, SHOP, "grok");
        assertThat(sightings.look(processes)).singleElement().satisfies(it -> {
            assertThat(it.nativeId()).isEqualTo(ID);
            assertThat(it.sure()).isFalse();
        });
    }

    @Test
    void its_events_say_what_it_does() throws IOException {
        var session = session(ID, "{}", 1);
        note(7, ID, START);
        processes.add(7, 1, START, SHOP, "grok");
        say(session, "\"type\":\"turn_started\"");
        say(session, "\"type\":\"phase_changed\",\"phase\":\"waiting_for_model\"");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say(session, "\"type\":\"phase_changed\",\"phase\":\"permission_prompt\"");
        say(session, "\"type\":\"permission_requested\",\"tool_name\":\"run_terminal_command\"");
        assertThat(state().status()).isEqualTo(Status.WAITING);
        assertThat(state().waitsFor()).isEqualTo("run_terminal_command");
        say(session, "\"type\":\"permission_resolved\",\"decision\":\"allow\"");
        assertThat(state().status()).isEqualTo(Status.WORKING);
        say(session, "\"type\":\"turn_ended\",\"outcome\":\"completed\"");
        assertThat(state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void what_happened_before_it_started_is_not_its_own() throws IOException {
        var session = session(ID, "{}", 1);
        say(session, "\"type\":\"permission_requested\",\"tool_name\":\"x\"");
        processes.add(7, 1, START.plusSeconds(600), SHOP, "grok", "--resume", ID);
        assertThat(state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void only_its_terminals_count() {
        assertThat(sightings.knows(List.of("/home/ann/.grok/bin/grok"))).isTrue();
        assertThat(sightings.knows(List.of("grok", "--resume", ID))).isTrue();
        assertThat(sightings.knows(List.of("grok", "-p", "hello"))).isFalse();
        assertThat(sightings.knows(List.of("grok", "agent", "stdio"))).isFalse();
        assertThat(sightings.knows(List.of("vim", "grok"))).isFalse();
    }

    private Sighting.State state() {
        return sightings.look(processes).getFirst().state();
    }

    private Path session(String id, String summary, int minutes) throws IOException {
        var session = Files.createDirectories(home.resolve("sessions")
                .resolve(GrokBucket.name(SHOP.toString()).orElseThrow())
                .resolve(id));
        Files.writeString(session.resolve("summary.json"), summary);
        Files.writeString(session.resolve("updates.jsonl"), "");
        Files.setLastModifiedTime(
                session.resolve("updates.jsonl"), FileTime.from(START.plus(Duration.ofMinutes(minutes))));
        return session;
    }

    private void note(long pid, String id, Instant opened) throws IOException {
        Files.writeString(
                home.resolve("active_sessions.json"),
                "[{\"session_id\":\"%s\",\"pid\":%d,\"cwd\":\"/srv/shop\",\"opened_at\":\"%s\"}]"
                        .formatted(id, pid, opened));
    }

    private static void say(Path session, String members) throws IOException {
        Files.writeString(
                session.resolve("events.jsonl"),
                "{\"ts\":\"" + START.plusSeconds(60) + "\"," + members + "}\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
