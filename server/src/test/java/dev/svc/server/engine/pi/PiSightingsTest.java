package dev.svc.server.engine.pi;

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

class PiSightingsTest {
    private static final String ID = "01a20517-e7df-73f5-8fba-c9ff55a43b7f";
    private static final String OTHER = "01a30517-e7df-73f5-8fba-c9ff55a43b7f";
    private static final Instant START = Instant.parse("2026-11-21T11:00:00Z");
    private static final Path SHOP = Path.of("/srv/shop");

    @TempDir
    Path home;

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private PiSightings sightings = new PiSightings(new PiFiles(Path.of("")));

    @BeforeEach
    void lay() throws IOException {
        home = home.toRealPath();
        sightings = new PiSightings(new PiFiles(home));
    }

    private Path session(Path folder, String id, int minutes) throws IOException {
        var file = Files.createDirectories(home.resolve(PiPlace.folderName(folder.toString())))
                .resolve("2026-11-21T11-00-00-000Z_" + id + ".jsonl");
        Files.writeString(file, "{\"type\":\"session\",\"version\":3,\"id\":\"%s\"}\n".formatted(id));
        Files.setLastModifiedTime(file, FileTime.from(START.plus(Duration.ofMinutes(minutes))));
        return file;
    }

    private static void say(Path file, String role, String reason) throws IOException {
        Files.writeString(
                file,
                "{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"timestamp\":\"%s\",\"message\":{\"role\":\"%s\",\"stopReason\":\"%s\"}}\n"
                        .formatted(START.plusSeconds(60), role, reason),
                StandardOpenOption.APPEND);
    }

    private Sighting only() {
        return sightings.look(processes).getFirst();
    }

    @Test
    void a_session_that_its_words_name_is_sure() throws IOException {
        var file = session(SHOP, ID, -5);
        session(SHOP, OTHER, 5);
        var process = processes.add(7, 1, START, SHOP, "node", "/usr/bin/pi", "--session", ID);
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, process, Sighting.State.UNKNOWN, null, true, true));
        assertThat(sightings.folders()).containsExactly(file.resolveSibling(""));
    }

    @Test
    void a_file_names_its_session_and_a_chosen_id_one_without_a_word_yet() throws IOException {
        var file = session(SHOP, ID, -5);
        processes.add(7, 1, START, SHOP, "pi", "--session", file.toString());
        processes.add(8, 1, START, SHOP, "pi", "--session-id=till-review-7");
        assertThat(sightings.look(processes)).extracting(Sighting::nativeId).containsExactly(ID, "till-review-7");
        assertThat(sightings.look(processes)).extracting(Sighting::sure).containsExactly(true, true);
    }

    @Test
    void without_a_whole_id_it_is_probably_the_newest_of_its_folder() throws IOException {
        session(SHOP, ID, 1);
        session(SHOP, OTHER, 2);
        session(Path.of("/srv/else"), "elsewhere", 3);
        processes.add(7, 1, START, SHOP, "pi", "--session", "01a3");
        processes.add(8, 1, START, SHOP, "pi");
        assertThat(sightings.look(processes)).extracting(Sighting::nativeId).containsExactly(OTHER, OTHER);
        assertThat(sightings.look(processes)).extracting(Sighting::sure).containsExactly(false, false);
    }

    @Test
    void what_was_written_before_it_started_is_not_its_own() throws IOException {
        session(SHOP, ID, -1);
        processes.add(7, 1, START, SHOP, "pi");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void the_last_message_says_what_it_does() throws IOException {
        var file = session(SHOP, ID, 1);
        processes.add(7, 1, START, SHOP, "pi", "--session", ID);
        say(file, "user", "");
        assertThat(only().state().status()).isEqualTo(Status.WORKING);
        say(file, "assistant", "toolUse");
        assertThat(only().state().status()).isEqualTo(Status.WORKING);
        say(file, "assistant", "stop");
        assertThat(only().state()).isEqualTo(new Sighting.State(Status.IDLE, START.plusSeconds(60), null, List.of()));
    }

    @Test
    void a_failure_that_was_struck_out_is_tried_again_and_one_that_stays_is_the_end() throws IOException {
        var file = session(SHOP, ID, 1);
        processes.add(7, 1, START, SHOP, "pi", "--session", ID);
        say(file, "assistant", "error");
        assertThat(only().state().status()).isEqualTo(Status.IDLE);
        Files.writeString(
                file,
                "{\"type\":\"context_edit\",\"id\":\"b\",\"timestamp\":\"%s\",\"targetId\":\"a\",\"replacement\":null}\n"
                        .formatted(START.plusSeconds(61)),
                StandardOpenOption.APPEND);
        assertThat(only().state().status()).isEqualTo(Status.WORKING);
        say(file, "assistant", "error");
        assertThat(only().state().status()).isEqualTo(Status.IDLE);
    }

    @Test
    void what_a_process_before_it_left_open_is_not_its_own() throws IOException {
        var file = session(SHOP, ID, 1);
        say(file, "user", "");
        processes.add(7, 1, START.plusSeconds(120), SHOP, "pi", "--session", ID);
        assertThat(only().state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void only_its_terminals_count() {
        assertThat(sightings.knows(List.of("pi"))).isTrue();
        assertThat(sightings.knows(List.of("node", "/usr/bin/pi", "--continue")))
                .isTrue();
        assertThat(sightings.knows(List.of("pi", "-p", "Hello"))).isFalse();
        assertThat(sightings.knows(List.of("pi", "--mode", "rpc"))).isFalse();
        assertThat(sightings.knows(List.of("vim", "pi"))).isFalse();
    }
}
