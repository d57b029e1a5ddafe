package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.MadeUpProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaudeSightingsTest {
    private static final String ID = "95e9e158-3f6b-4143-9835-42e25a03ef15";

    @TempDir
    private Path home;

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private ClaudeSightings sightings;

    @BeforeEach
    void a_process() throws IOException {
        Files.createDirectories(home.resolve("sessions"));
        sightings = new ClaudeSightings(new ClaudeHome(home, true));
        processes.add(41, 1, Instant.EPOCH, home, "claude");
    }

    private void note(String more) throws IOException {
        Files.writeString(
                home.resolve("sessions/41.json"),
                "{\"pid\":41,\"procStart\":\"287\",\"sessionId\":\"" + ID + "\"" + more + "}");
    }

    private List<Sighting> look() {
        return sightings.look(processes);
    }

    private Sighting only() {
        assertThat(look()).hasSize(1);
        return look().getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "busy, '', WORKING",
        "idle, '', IDLE",
        "shell, '', IDLE",
        "waiting, permission prompt, WAITING",
        "waiting, input needed, WAITING",
        "waiting, dialog open, IDLE",
        "something new, '', ELSEWHERE"
    })
    void the_note_says_what_it_does(String status, String waitsFor, Status expected) throws IOException {
        note(",\"status\":\"%s\",\"waitingFor\":\"%s\",\"statusUpdatedAt\":1795381247394".formatted(status, waitsFor));
        assertThat(only().state().status()).isEqualTo(expected);
        assertThat(only().state().since()).isEqualTo(Instant.ofEpochMilli(1_795_381_247_394L));
        assertThat(only().sure()).isTrue();
    }

    @Test
    void a_shell_in_the_background_is_said_of_an_idle_session() throws IOException {
        note(",\"status\":\"shell\"");
        assertThat(only().state().background()).containsExactly("shell");
    }

    @Test
    void a_session_in_the_background_is_joined_by_its_name_and_says_what_it_needs() throws IOException {
        Files.createDirectories(home.resolve("jobs/9ac1f26c"));
        Files.writeString(home.resolve("jobs/9ac1f26c/state.json"), "{\"needs\":\"approve Bash: make\"}");
        note(",\"kind\":\"bg\",\"jobId\":\"9ac1f26c\",\"status\":\"waiting\",\"waitingFor\":\"permission prompt\"");
        assertThat(only().wayIn()).isEqualTo(new WayIn(List.of("attach", "9ac1f26c"), Where.BACKGROUND, null));
        assertThat(only().state().waitsFor()).isEqualTo("approve Bash: make");
        assertThat(only().alone()).isFalse();
    }

    @Test
    void a_name_of_a_job_that_leads_elsewhere_is_none() throws IOException {
        note(",\"kind\":\"bg\",\"jobId\":\"../../x\",\"status\":\"waiting\",\"waitingFor\":\"permission prompt\"");
        assertThat(only().wayIn()).isNull();
        assertThat(only().state().waitsFor()).isEqualTo("permission prompt");
    }

    @Test
    void a_note_that_was_left_behind_says_nothing() throws IOException {
        note("");
        processes.end(processes.own().getFirst());
        assertThat(look()).isEmpty();
    }

    @Test
    void a_note_of_an_earlier_process_with_the_same_number_says_nothing() throws IOException {
        Files.writeString(
                home.resolve("sessions/41.json"), "{\"pid\":41,\"procStart\":\"1\",\"sessionId\":\"" + ID + "\"}");
        assertThat(look()).isEmpty();
    }

    @Test
    void a_note_that_is_being_written_says_what_it_said() throws IOException {
        note(",\"status\":\"busy\"");
        assertThat(only().state().status()).isEqualTo(Status.WORKING);
        Files.writeString(home.resolve("sessions/41.json"), "{\"pid\":41,\"procSt");
        assertThat(only().state().status()).isEqualTo(Status.WORKING);
        note(",\"status\":\"idle\"");
        assertThat(only().state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void a_change_is_seen_by_its_time_alone() throws IOException {
        note(",\"status\":\"busy\"");
        assertThat(only().state().status()).isEqualTo(Status.WORKING);
        note(",\"status\":\"idle\"");
        Files.setLastModifiedTime(
                home.resolve("sessions/41.json"), FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(only().state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void secrets_beside_the_notes_and_strange_files_are_left_alone() throws IOException {
        var sessions = home.resolve("sessions");
        Files.writeString(sessions.resolve("41.0123abcd.key"), "secret");
        Files.writeString(sessions.resolve("a.json"), "[]");
        Files.writeString(sessions.resolve("b.json"), "{\"pid\":-1,\"sessionId\":\"" + ID + "\"}");
        Files.writeString(sessions.resolve("c.json"), "{\"pid\":41,\"procStart\":\"287\",\"sessionId\":\"../..\"}");
        Files.writeString(sessions.resolve("d.json"), "x".repeat(100_000));
        Files.createSymbolicLink(sessions.resolve("e.json"), sessions.resolve("41.0123abcd.key"));
        assertThat(look()).isEmpty();
    }

    @Test
    void the_folder_of_the_notes_is_watched() {
        assertThat(sightings.folders()).containsExactly(home.resolve("sessions"));
    }
}
