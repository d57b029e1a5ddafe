package dev.svc.server.engine.qwen;

import static org.assertj.core.api.Assertions.assertThat;

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

class QwenSightingsTest {
    private static final String ID = "2cd82e5a-4549-4008-9773-2fb17d70c342";
    private static final String OTHER = "3cd82e5a-4549-4008-9773-2fb17d70c342";
    private static final Instant START = Instant.parse("2026-11-22T21:00:00Z");
    private static final Path SHOP = Path.of("/srv/shop");

    @TempDir
    Path root;

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private QwenSightings sightings;

    @BeforeEach
    void lay() throws IOException {
        root = root.toRealPath();
        var home = new QwenHome(root, root);
        sightings = new QwenSightings(home, new QwenStore(home));
    }

    /// As the program writes it: the start is behind the number of the system's run.
    private void note(long pid, String start, String id, String kind) throws IOException {
        Files.createDirectories(root.resolve("sessions"));
        Files.writeString(
                root.resolve("sessions").resolve(pid + ".json"),
                ("{\"schemaVersion\":1,\"pid\":%d,\"procStart\":\"5e-1f:%s\",\"sessionId\":\"%s\",\"cwd\":\"%s\","
                                + "\"kind\":\"%s\"}")
                        .formatted(pid, start, id, SHOP, kind));
    }

    private Path chat(String id, int minutes, String... more) throws IOException {
        var chats = Files.createDirectories(root.resolve("projects/-srv-shop/chats"));
        var file = chats.resolve(id + ".jsonl");
        var head = "{\"cwd\":\"/srv/shop\",\"timestamp\":\"%s\",".formatted(START.plusSeconds(60L * minutes));
        for (var record : more) {
            Files.writeString(file, head + record + "}\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        Files.setLastModifiedTime(file, FileTime.from(START.plusSeconds(60L * minutes)));
        return file;
    }

    private static final String TYPED =
            "\"type\":\"user\",\"provenance\":\"real_user\",\"message\":{\"parts\":[{\"text\":\"x\"}]}";
    private static final String ANSWER = "\"type\":\"assistant\",\"message\":{\"parts\":[{\"text\":\"x\"}]}";
    private static final String CALL =
            "\"type\":\"assistant\",\"message\":{\"parts\":[{\"functionCall\":{\"id\":\"c\",\"name\":\"n\"}}]}";

    private Sighting only() {
        var seen = sightings.look(processes);
        assertThat(seen).hasSize(1);
        return seen.getFirst();
    }

    @Test
    void the_note_of_a_process_says_its_session_and_its_launcher_is_none_of_its_own() throws IOException {
        processes.add(7, 1, START, SHOP, "node", "/usr/bin/qwen");
        var works = processes.add(9, 8, START, SHOP, "node", "/usr/lib/qwen/cli.js");
        note(9, "63", ID, "tui");
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, works, Sighting.State.UNKNOWN, null, true, true));
    }

    @Test
    void a_note_that_was_left_behind_says_nothing() throws IOException {
        processes.add(9, 8, START, Path.of("/srv/else"), "vim");
        note(9, "1", ID, "tui");
        processes.end(processes.own().getFirst());
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void a_note_of_an_earlier_process_with_the_same_number_says_nothing() throws IOException {
        processes.add(9, 8, START, SHOP, "node", "/usr/bin/qwen");
        note(9, "1", ID, "tui");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void what_serves_several_sessions_is_not_ended_for_one() throws IOException {
        processes.add(9, 8, START, SHOP, "node", "/usr/lib/qwen/cli.js", "serve");
        note(9, "63", ID, "serve");
        assertThat(only().alone()).isFalse();
    }

    @Test
    void strange_notes_are_left_alone() throws IOException {
        processes.add(9, 8, START, null, "node", "/usr/lib/qwen/cli.js");
        note(9, "63", "../../x", "tui");
        Files.writeString(root.resolve("sessions/a.json"), "[]");
        Files.writeString(root.resolve("sessions/b.json"), "{\"pid\":9,\"sessionId\":\"" + ID + "\"}");
        Files.writeString(root.resolve("sessions/c.json"), "x".repeat(100_000));
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void an_answer_ends_a_turn_and_nothing_else_is_certain() throws IOException {
        processes.add(9, 8, START, SHOP, "node", "/usr/lib/qwen/cli.js");
        note(9, "63", ID, "tui");
        chat(ID, 1, TYPED);
        assertThat(only().state()).isEqualTo(Sighting.State.UNKNOWN);
        chat(ID, 2, CALL);
        assertThat(only().state()).isEqualTo(Sighting.State.UNKNOWN);
        chat(ID, 3, ANSWER);
        assertThat(only().state().status()).isEqualTo(Status.IDLE);
        assertThat(only().state().since()).isEqualTo(START.plusSeconds(180));
        chat(ID, 4, TYPED);
        assertThat(only().state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void an_answer_of_before_it_began_is_not_its_own() throws IOException {
        processes.add(9, 8, START.plusSeconds(600), SHOP, "node", "/usr/lib/qwen/cli.js");
        note(9, "63", ID, "tui");
        chat(ID, 3, ANSWER);
        assertThat(only().state()).isEqualTo(Sighting.State.UNKNOWN);
    }

    @Test
    void without_a_note_its_words_say_the_session() {
        processes.add(7, 1, START, SHOP, "node", "/usr/bin/qwen", "--session-id=" + ID);
        assertThat(only().nativeId()).isEqualTo(ID);
        assertThat(only().sure()).isTrue();
    }

    @Test
    void without_both_it_is_probably_the_newest_chat_of_its_folder() throws IOException {
        chat(ID, 1, TYPED);
        chat(OTHER, 2, TYPED);
        chat("4cd82e5a-4549-4008-9773-2fb17d70c342", 3, TYPED.replace("\"type\"", "\"cwd\":\"/srv-shop\",\"type\""));
        processes.add(7, 1, START, SHOP, "qwen", "--resume");
        assertThat(only().nativeId()).isEqualTo(OTHER);
        assertThat(only().sure()).isFalse();
    }

    @Test
    void what_was_written_before_it_started_is_not_its_own() throws IOException {
        chat(ID, -1, TYPED);
        processes.add(7, 1, START, SHOP, "qwen");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void notes_and_chats_are_watched() throws IOException {
        processes.add(9, 8, START, SHOP, "node", "/usr/lib/qwen/cli.js");
        note(9, "63", ID, "tui");
        var chat = chat(ID, 1, TYPED);
        sightings.look(processes);
        assertThat(sightings.folders()).containsExactlyInAnyOrder(root.resolve("sessions"), chat.resolveSibling(""));
    }

    @Test
    void only_its_terminals_count() {
        assertThat(sightings.knows(List.of("node", "/usr/bin/qwen"))).isTrue();
        assertThat(sightings.knows(List.of("qwen", "--yolo"))).isTrue();
        assertThat(sightings.knows(List.of("qwen", "--acp"))).isFalse();
        assertThat(sightings.knows(List.of("qwen", "serve"))).isFalse();
        assertThat(sightings.knows(List.of("vim", "qwen"))).isFalse();
    }
}
