package dev.svc.server.engine.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QwenStoreTest {
    private static final String ID = "2cd82e5a-4549-4008-9773-2fb17d70c342";
    private static final String OTHER = "3cd82e5a-4549-4008-9773-2fb17d70c342";
    private static final String HEAD = "{\"uuid\":\"u\",\"timestamp\":\"2026-11-22T21:00:00.000Z\","
            + "\"cwd\":\"/srv/shop\",\"version\":\"0.24.4\",";

    @TempDir
    Path root;

    private QwenStore store;

    @BeforeEach
    void anEmptyStore() throws IOException {
        root = root.toRealPath();
        store = new QwenStore(new QwenHome(root, root));
    }

    private static String record(String more) {
        return HEAD + more + "}\n";
    }

    private static String typed(String text) {
        return record("\"type\":\"user\",\"provenance\":\"real_user\",\"message\":{\"parts\":[{\"text\":\"%s\"}]}"
                .formatted(text));
    }

    private static String said(String text) {
        return record("\"type\":\"assistant\",\"model\":\"qwen3\",\"message\":{\"parts\":[{\"text\":\"%s\"}]}"
                .formatted(text));
    }

    private static String title(String text) {
        return record(("\"type\":\"system\",\"subtype\":\"custom_title\","
                        + "\"systemPayload\":{\"customTitle\":\"%s\",\"titleSource\":\"manual\"}")
                .formatted(text));
    }

    private Path write(String name, String... lines) throws IOException {
        var file = root.resolve("projects/-srv-shop/chats").resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        return Files.writeString(file, String.join("", lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private SessionFacts row() throws IOException {
        return StoreFixture.row(store, ID);
    }

    private Reading read(@Nullable Reading before) throws IOException {
        return store.read(StoreFixture.pieces(store).getFirst(), before);
    }

    @Test
    void a_chat_without_anything_typed_is_no_row() throws IOException {
        write(ID + ".jsonl", title("Named"), said("Hello"));
        assertThat(StoreFixture.rows(store)).isEmpty();
    }

    @Test
    void what_lies_beside_a_chat_is_none() throws IOException {
        write(ID + ".jsonl", typed("Hello"));
        write(ID + ".ledger.jsonl", typed("Ledger"));
        write(ID + ".runtime.json", "{}");
        write("notes.jsonl", typed("Notes"));
        write("old/" + OTHER + ".jsonl", typed("Old"));

        assertThat(StoreFixture.pieces(store))
                .extracting(Piece::key)
                .containsExactly("-srv-shop/chats/" + ID + ".jsonl");
    }

    @Test
    void the_last_name_is_the_title() throws IOException {
        write(ID + ".jsonl", typed("Hello"), title("First"), title("Second"), title(" "));
        assertThat(row().title()).isEqualTo("Second");
    }

    @Test
    void what_the_program_says_in_a_persons_place_is_not_typed() throws IOException {
        write(
                ID + ".jsonl",
                typed("first"),
                typed("notice").replace("real_user", "system"),
                typed("goal").replace("real_user", "goal_runtime"),
                typed("result").replace("{\"text\"", "{\"functionResponse\":{\"id\":\"c\"}},{\"text\""));

        assertThat(row().messageCount()).isEqualTo(1);
    }

    @Test
    void versions_that_do_not_say_who_speaks_mark_what_is_not_a_persons() throws IOException {
        var unsaid = typed("first").replace("\"provenance\":\"real_user\",", "");
        write(
                ID + ".jsonl",
                unsaid,
                unsaid.replace("\"type\"", "\"subtype\":\"notification\",\"type\""),
                unsaid.replace("\"type\"", "\"subtype\":\"mid_turn_user_message\",\"type\""));

        assertThat(row().messageCount()).isEqualTo(2);
    }

    @Test
    void what_was_typed_is_shown_and_not_what_the_model_was_given() throws IOException {
        write(
                ID + ".jsonl",
                record("\"type\":\"user\",\"provenance\":\"real_user\","
                        + "\"message\":{\"parts\":[{\"text\":\"[User message received]: save\"}]},"
                        + "\"systemPayload\":{\"displayText\":\"save the logs\"}"));

        assertThat(row().firstMessage()).isEqualTo("save the logs");
    }

    @Test
    void what_is_only_thought_or_a_call_is_no_message() throws IOException {
        write(
                ID + ".jsonl",
                typed("first"),
                said("hm").replace("{\"text\"", "{\"thought\":true,\"text\""),
                record("\"type\":\"assistant\",\"message\":{\"parts\":[{\"functionCall\":{\"id\":\"c\"}}]}"),
                said("Done"));

        assertThat(row().messageCount()).isEqualTo(2);
    }

    @Test
    void a_folder_that_no_file_system_can_hold_is_none() throws IOException {
        write(ID + ".jsonl", typed("Hello").replace("/srv/shop", "srv\\u0000"));
        assertThat(row().cwd()).isNull();
    }

    @Test
    void a_chat_that_was_put_away_is_an_archived_session() throws IOException {
        write("archive/" + ID + ".jsonl", typed("Hello"));
        write(OTHER + ".jsonl", typed("Hello"));

        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId(), SessionFacts::archived)
                .containsExactlyInAnyOrder(tuple(ID, true), tuple(OTHER, false));
    }

    @Test
    void of_a_chat_in_both_places_the_newer_one_counts_and_else_the_one_in_use() throws IOException {
        write(ID + ".jsonl", typed("in use"));
        write("archive/" + ID + ".jsonl", typed("put away"));
        assertThat(row().firstMessage()).isEqualTo("in use");

        write("archive/" + ID + ".jsonl", said("later").replace("21:00", "22:00"));
        assertThat(row().firstMessage()).isEqualTo("put away");
    }

    @Test
    void unknown_and_damaged_records_are_counted_by_kind_and_version() throws IOException {
        write(
                ID + ".jsonl",
                typed("Hello"),
                record("\"type\":\"hologram\""),
                record("\"type\":\"hologram\""),
                "{\"type\":\"user\",\n",
                record("\"type\":\"system\",\"subtype\":\"something_new\""));

        assertThat(read(null).unreadable())
                .containsExactly(
                        new Reading.Unreadable("hologram", 2, "0.24.4"),
                        new Reading.Unreadable("damaged line", 1, "0.24.4"));
        assertThat(row().unreadable()).isEqualTo(3);
    }

    @Test
    void only_what_was_appended_is_read_again() throws IOException {
        var filler = said("x".repeat(3_000));
        var chat = write(ID + ".jsonl", typed("one"), filler, typed("two"), filler);
        var before = read(null);
        var text = Files.readString(chat);
        Files.writeString(chat, text.replace("\"two\"", "!two!"), StandardOpenOption.WRITE);
        write(ID + ".jsonl", typed("three"));

        var after = read(before).sessions().getFirst();

        assertThat(after.messageCount()).isEqualTo(5);
        assertThat(after.unreadable()).isZero();
    }

    @Test
    void a_session_without_times_has_those_of_its_file() throws IOException {
        var chat = write(ID + ".jsonl", typed("Hello").replace("2026-11-22T21:00:00.000Z", "yesterday"));
        StoreFixture.setModified(chat, Instant.parse("2026-11-22T20:00:00Z"));

        assertThat(row().updatedAt()).isEqualTo("2026-11-22T20:00:00Z");
        assertThat(row().createdAt()).isEqualTo("2026-11-22T20:00:00Z");
    }

    @Test
    void a_link_does_not_lead_out_of_the_store() throws IOException {
        var outside = Files.createDirectories(root.resolve("outside"));
        Files.writeString(outside.resolve(ID + ".jsonl"), typed("secret"));
        Files.createDirectories(root.resolve("projects/-srv-shop"));
        Files.createSymbolicLink(root.resolve("projects/-srv-shop/chats"), outside);

        assertThat(StoreFixture.rows(store)).isEmpty();
        assertThat(store.pieceOf(root.resolve("projects/-srv-shop/chats/" + ID + ".jsonl")))
                .isEmpty();
        assertThat(new QwenHome(root, root).chat(ID)).isEmpty();
    }

    @Test
    void a_change_is_known_to_belong_to_its_session() throws IOException {
        var chat = write(ID + ".jsonl", typed("Hello"));
        var away = write("archive/" + OTHER + ".jsonl", typed("Hello"));

        assertThat(store.pieceOf(chat)).isPresent();
        assertThat(store.pieceOf(away)).isPresent();
        assertThat(store.pieceOf(chat.resolveSibling(ID + ".runtime.json"))).isEmpty();
        assertThat(store.pieceOf(
                        root.resolve("projects/-srv-shop/subagents").resolve(ID).resolve("agent-a.jsonl")))
                .isEmpty();
        assertThat(store.pieceOf(root.resolve("projects/-srv-shop/meta.json"))).isEmpty();
    }

    @Test
    void a_very_long_chat_is_glanced_at_from_both_ends() throws IOException {
        write(ID + ".jsonl", typed("Hello"));
        for (int i = 0; i < 200; i++) {
            write(ID + ".jsonl", said("y".repeat(4_000)));
        }
        write(
                ID + ".jsonl",
                said("Done").replace("21:00", "23:00").replace("qwen3", "qwen4"),
                title("Long").replace("21:00", "23:00"));

        var glanced =
                store.glance(StoreFixture.pieces(store).getFirst()).sessions().getFirst();

        assertThat(glanced.firstMessage()).isEqualTo("Hello");
        assertThat(glanced.title()).isEqualTo("Long");
        assertThat(glanced.model()).isEqualTo("qwen4");
        assertThat(glanced.updatedAt()).isEqualTo("2026-11-22T23:00:00Z");
    }
}
