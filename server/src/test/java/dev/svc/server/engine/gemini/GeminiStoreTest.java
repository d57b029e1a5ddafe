package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiStoreTest {
    private static final String ID = "6738aeb0-1aae-43d7-b4ce-7151b1d33273";
    private static final String FOLDER = "/home/blair/code/shop";
    private static final String CONTEXT = user("ctx", "<session_context>\\nThis is the Gemini CLI.");

    @TempDir
    Path base;

    private Path tmp = Path.of("/nowhere");
    private Path chats = Path.of("/nowhere");
    private Path file = Path.of("/nowhere");

    @BeforeEach
    void a_project_with_one_chat() throws IOException {
        tmp = base.toRealPath().resolve("tmp");
        chats = Files.createDirectories(tmp.resolve("shop/chats"));
        Files.writeString(tmp.resolve("shop/.project_root"), FOLDER);
        file = chats.resolve("session-2026-11-21T11-04-6738aeb0.jsonl");
        append(
                file,
                header(ID, "11:04:23.379"),
                checkpoint(CONTEXT),
                user("u1", "fix the test"),
                updated("11:04:24.000"));
    }

    /// What lies between the edges of what was read is changed behind the reader's back, and must not be looked at.
    @Test
    void appended_messages_are_counted_without_reading_the_rest_again() throws IOException {
        append(file, user("u2", "x".repeat(3_000)), user("u3", "hidden"), user("u4", "x".repeat(3_000)));
        var before = read(null);
        assertThat(only(before).messageCount()).isEqualTo(4);
        Files.writeString(file, Files.readString(file).replace("hidden", "      "));
        assertThat(only(read(null)).messageCount()).isEqualTo(3);
        append(file, answer("a1", "Running the tests."), updated("11:04:25.000"));
        var now = only(read(before));
        assertThat(now.messageCount()).isEqualTo(5);
        assertThat(now.firstMessage()).isEqualTo("fix the test");
        assertThat(now.updatedAt()).hasToString("2026-11-21T11:04:25Z");
        assertThat(now.model()).isEqualTo("demo-large");
    }

    @Test
    void a_newer_version_of_a_message_takes_the_place_of_the_older() throws IOException {
        append(file, answer("a1", ""));
        var before = read(null);
        assertThat(only(before).messageCount()).isEqualTo(1);
        append(file, answer("a1", "Done."));
        assertThat(only(read(before)).messageCount()).isEqualTo(2);
        assertThat(read(before)).isEqualTo(read(null));
    }

    @Test
    void a_rewind_drops_the_message_and_all_behind_it() throws IOException {
        append(file, answer("a1", "Done."), user("u2", "and now?"), answer("a2", "Nothing."));
        var before = read(null);
        assertThat(only(before).messageCount()).isEqualTo(4);
        append(file, "{\"$rewindTo\":\"u2\"}");
        assertThat(only(read(before)).messageCount()).isEqualTo(2);
        append(file, "{\"$rewindTo\":\"nobody\"}");
        assertThat(read(before).sessions()).isEmpty();
    }

    @Test
    void a_checkpoint_names_all_that_stands() throws IOException {
        append(file, answer("a1", "Done."));
        var before = read(null);
        append(file, checkpoint(CONTEXT, user("u9", "another beginning")));
        assertThat(only(read(before)).messageCount()).isEqualTo(1);
        assertThat(only(read(before)).firstMessage()).isEqualTo("another beginning");
        append(file, checkpoint(CONTEXT));
        assertThat(read(before).sessions()).isEmpty();
    }

    @Test
    void a_long_chat_is_read_on_as_well_and_its_old_messages_stay_counted() throws IOException {
        for (int i = 0; i < 50; i++) {
            append(file, user("q" + i, "question " + i), answer("r" + i, "answer " + i));
        }
        var before = read(null);
        assertThat(only(before).messageCount()).isEqualTo(101);
        append(file, user("q50", "question"), answer("r50", ""), answer("r50", "answer"), answer("r49", "better"));
        assertThat(read(before)).isEqualTo(read(null));
        assertThat(only(read(before)).messageCount()).isEqualTo(103);
    }

    @Test
    void a_resume_in_a_later_minute_is_the_same_session() throws IOException {
        var stub = chats.resolve("session-2026-11-21T11-09-6738aeb0.jsonl");
        append(stub, header(ID, "11:09:02.438"), checkpoint(CONTEXT));
        var before = read(null);
        assertThat(only(before).createdAt()).hasToString("2026-11-21T11:04:23.379Z");
        assertThat(only(before).updatedAt()).hasToString("2026-11-21T11:09:02.438Z");
        assertThat(only(before).sizeBytes()).isEqualTo(Files.size(file) + Files.size(stub));
        append(file, answer("a1", "Done."), updated("11:10:00.000"));
        assertThat(only(read(before)).messageCount()).isEqualTo(2);
        assertThat(read(before)).isEqualTo(read(null));
        append(stub, user("u5", "here instead"), updated("11:11:00.000"));
        assertThat(only(read(before)).firstMessage()).isEqualTo("here instead");
        assertThat(only(read(before)).createdAt()).hasToString("2026-11-21T11:04:23.379Z");
    }

    @Test
    void a_header_that_comes_again_does_not_move_the_beginning() throws IOException {
        append(file, header(ID, "11:04:30.977"));
        assertThat(only(read(null)).createdAt()).hasToString("2026-11-21T11:04:23.379Z");
    }

    @Test
    void ids_that_begin_alike_are_different_sessions() throws IOException {
        var one = chats.resolve("session-2026-11-21T11-01-shop-rev.jsonl");
        append(one, header("shop-review-7", "11:01:00.000"), user("u1", "seven"));
        var other = chats.resolve("session-2026-11-21T11-02-shop-rev.jsonl");
        append(other, header("shop-review-8", "11:02:00.000"), user("u1", "eight"));
        var reading = store().read(store().pieceOf(one).orElseThrow(), null);
        assertThat(reading.sessions())
                .extracting(SessionFacts::firstMessage)
                .containsExactlyInAnyOrder("seven", "eight");
        assertThat(store().read(store().pieceOf(one).orElseThrow(), reading)).isEqualTo(reading);
    }

    @Test
    void a_copy_in_the_folder_of_an_older_version_is_no_second_row() throws IOException {
        var old = Files.createDirectories(tmp.resolve(ProjectFolders.digest(FOLDER) + "/chats"));
        Files.writeString(old.resolve("session-2026-11-20T09-00-6738aeb0.json"), """
                {"sessionId": "%s", "projectHash": "%s",
                 "startTime": "2026-11-20T09:00:00.000Z", "lastUpdated": "2026-11-20T09:01:00.000Z",
                 "messages": [{"id": "u0", "type": "user", "content": "the very first"}]}
                """.formatted(
                        ID, ProjectFolders.digest(FOLDER)));
        var rows = store().combine(readAll());
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().createdAt()).hasToString("2026-11-20T09:00:00Z");
        assertThat(rows.getFirst().firstMessage()).isEqualTo("fix the test");
        assertThat(rows.getFirst().cwd()).isEqualTo(FOLDER);
    }

    @Test
    void a_command_is_shown_only_where_nothing_else_was_typed() throws IOException {
        var commands = chats.resolve("session-2026-11-21T11-30-aaaaaaaa.jsonl");
        append(commands, header("aaaaaaaa-1", "11:30:00.000"), user("u1", "/explain this"));
        var piece = store().pieceOf(commands).orElseThrow();
        var before = store().read(piece, null);
        assertThat(only(before).firstMessage()).isEqualTo("/explain this");
        append(commands, user("u2", "what is it"));
        assertThat(only(store().read(store().pieceOf(commands).orElseThrow(), before))
                        .firstMessage())
                .isEqualTo("what is it");
    }

    @Test
    void what_the_program_says_in_a_person_s_name_is_not_theirs() throws IOException {
        append(
                file,
                user("u2", "<hook_context>said by a hook"),
                "{\"id\":\"u3\",\"type\":\"user\",\"content\":[{\"functionResponse\":{\"name\":\"read_file\"}}]}",
                "{\"id\":\"a4\",\"type\":\"gemini\",\"content\":[{\"text\":\"thinking\",\"thought\":true}]}",
                "{\"id\":\"i5\",\"type\":\"info\",\"content\":\"Request cancelled.\"}");
        assertThat(only(read(null)).messageCount()).isEqualTo(1);
    }

    @Test
    void a_long_chat_is_glanced_at_by_its_head_and_tail() throws IOException {
        append(file, answer("a1", "y".repeat(300_000)));
        append(file, "{\"$set\":{\"summary\":\"Cart test\"}}", updated("12:00:00.000"));
        var glance = store().glance(store().pieceOf(file).orElseThrow());
        assertThat(glance.complete()).isFalse();
        assertThat(only(glance).messageCount()).isEqualTo(-1);
        assertThat(only(glance).title()).isEqualTo("Cart test");
        assertThat(only(glance).firstMessage()).isEqualTo("fix the test");
        assertThat(only(glance).updatedAt()).hasToString("2026-11-21T12:00:00Z");
        assertThat(only(read(glance)).messageCount()).isEqualTo(2);
    }

    @Test
    void what_is_not_understood_is_counted() throws IOException {
        append(file, "{broken", "[]", "{\"id\":\"x\",\"type\":\"hologram\"}", "{\"foo\":1}", "");
        var reading = read(null);
        assertThat(reading.unreadable())
                .containsExactlyInAnyOrder(
                        new Unreadable("line", 2, ""),
                        new Unreadable("message:hologram", 1, ""),
                        new Unreadable("record", 1, ""));
        assertThat(only(reading).unreadable()).isEqualTo(4);
        append(file, "{broken again");
        assertThat(only(read(reading)).unreadable()).isEqualTo(5);
    }

    @Test
    void projects_and_chats_behind_links_are_not_of_this_store() throws IOException {
        var outside = Files.createDirectories(tmp.resolveSibling("outside").resolve("chats"));
        Files.copy(file, outside.resolve(file.getFileName().toString()));
        Files.createSymbolicLink(tmp.resolve("linked"), tmp.resolveSibling("outside"));
        Files.createSymbolicLink(chats.resolve("session-2026-11-21T11-40-bbbbbbbb.jsonl"), file);
        assertThat(pieces()).hasSize(1);
        assertThat(store().pieceOf(tmp.resolve("linked/chats")
                        .resolve(file.getFileName().toString())))
                .isEmpty();
    }

    @Test
    void the_sessions_of_a_folder_are_named_for_a_launch() throws IOException {
        assertThat(store().idsIn(Set.of(FOLDER))).containsExactly(ID);
        assertThat(store().idsIn(Set.of("/elsewhere"))).isEmpty();
    }

    private GeminiStore store() {
        return new GeminiStore(new GeminiPlace(tmp, tmp.resolveSibling("projects.json")), Set::of);
    }

    private Reading read(@Nullable Reading before) throws IOException {
        return store().read(store().pieceOf(file).orElseThrow(), before);
    }

    private List<Piece> pieces() throws IOException {
        var pieces = new ArrayList<Piece>();
        store().walk(pieces::add);
        return pieces;
    }

    private List<Reading> readAll() throws IOException {
        var readings = new ArrayList<Reading>();
        for (var piece : pieces()) {
            readings.add(store().read(piece, null));
        }
        return readings;
    }

    private static SessionFacts only(Reading reading) {
        assertThat(reading.sessions()).hasSize(1);
        return reading.sessions().getFirst();
    }

    private static void append(Path file, String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String header(String id, String time) {
        return "{\"sessionId\":\"%s\",\"projectHash\":\"%s\",\"startTime\":\"%s\",\"lastUpdated\":\"%s\",\"kind\":\"main\"}"
                .formatted(id, ProjectFolders.digest(FOLDER), at(time), at(time));
    }

    private static String checkpoint(String... messages) {
        return "{\"$set\":{\"messages\":[" + String.join(",", messages) + "]}}";
    }

    private static String updated(String time) {
        return "{\"$set\":{\"lastUpdated\":\"" + at(time) + "\"}}";
    }

    private static String at(String time) {
        return "2026-11-21T" + time + "Z";
    }

    private static String user(String id, String text) {
        return "{\"id\":\"%s\",\"type\":\"user\",\"content\":[{\"text\":\"%s\"}]}".formatted(id, text);
    }

    private static String answer(String id, String text) {
        return "{\"id\":\"%s\",\"type\":\"gemini\",\"content\":\"%s\",\"model\":\"demo-large\"}".formatted(id, text);
    }
}
