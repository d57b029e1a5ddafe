package dev.svc.server.engine.antigravity;

import static dev.svc.server.engine.antigravity.AgyStoreBuilder.answered;
import static dev.svc.server.engine.antigravity.AgyStoreBuilder.message;
import static dev.svc.server.engine.antigravity.AgyStoreBuilder.text;
import static dev.svc.server.engine.antigravity.AgyStoreBuilder.typed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AntigravityStoreTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final String OTHER = "0a1b2c3d-0000-4000-8000-000000000002";
    private static final String SHOP = "file:///home/casey/code/shop";

    @TempDir
    Path home;

    private AgyStoreBuilder made;
    private AntigravityStore store;

    @BeforeEach
    void anEmptyStore() throws IOException {
        made = new AgyStoreBuilder(Files.createDirectories(home.resolve("agy")));
        store = new AntigravityStore(made.root());
    }

    @Test
    void no_store_has_no_rows_and_is_not_readable() throws IOException {
        var absent = new AntigravityStore(home.resolve("absent"));

        assertThat(absent.isReadable()).isFalse();
        assertThat(StoreFixture.rows(absent)).isEmpty();
        assertThat(absent.idsIn(Set.of("/home/casey/code/shop"))).isEmpty();
    }

    @Test
    void what_was_said_comes_from_the_database_when_there_is_no_transcript() throws Exception {
        made.conversation(ID, SHOP);
        made.step(ID, 0, 14, message(19, text(2, "What is this?")));
        made.step(ID, 1, 15, message(20, text(1, "")));
        made.step(ID, 2, 21, message(5, text(1, "tool")));
        made.step(ID, 3, 15, message(20, text(1, "A shop.")));

        var row = StoreFixture.row(store, ID);
        assertThat(row.firstMessage()).isEqualTo("What is this?");
        assertThat(row.messageCount()).isEqualTo(2);
        assertThat(row.createdAt().getEpochSecond()).isEqualTo(1_781_500_000L);
    }

    @Test
    void the_longer_transcript_serves_when_the_usual_one_is_not_there() throws Exception {
        made.conversation(ID, SHOP);
        made.transcript(ID, "transcript_full.jsonl", typed("hello") + answered("hi"));

        assertThat(StoreFixture.row(store, ID).messageCount()).isEqualTo(2);
    }

    @Test
    void a_folder_is_believed_in_this_order() throws Exception {
        made.conversation(ID, SHOP);
        made.conversation(OTHER, (String) null);
        assertThat(StoreFixture.rows(store)).extracting(SessionFacts::cwd).containsExactly("/home/casey/code/shop");

        summaries("('" + OTHER + "', '', '[\"file:///home/casey/c%C3%A4fe\"]', '')");
        assertThat(StoreFixture.row(store, OTHER).cwd()).isEqualTo("/home/casey/cäfe");

        made.list(
                "history.jsonl",
                "{\"display\":\"x\",\"workspace\":\"/home/casey/typed\",\"conversationId\":\"" + OTHER + "\"}\n");
        assertThat(StoreFixture.row(store, OTHER).cwd()).isEqualTo("/home/casey/typed");

        made.list("cache/last_conversations.json", "{\"/home/casey/last\":\"" + ID + "\"}");
        assertThat(StoreFixture.row(store, ID).cwd()).isEqualTo("/home/casey/last");
    }

    @Test
    void a_workspace_may_stand_in_the_seventh_field() throws Exception {
        made.conversation(ID, text(7, SHOP));
        made.conversation(OTHER, message(7, text(1, SHOP)));

        assertThat(StoreFixture.rows(store))
                .extracting(SessionFacts::cwd)
                .containsExactly("/home/casey/code/shop", "/home/casey/code/shop");
    }

    @Test
    void a_title_and_the_parent_come_from_the_summaries_unless_an_annotation_names_it() throws Exception {
        made.conversation(ID, SHOP);
        made.conversation(OTHER, SHOP);
        summaries("('" + ID + "', 'From the list', '[]', '" + OTHER + "'), ('" + OTHER + "', 'Unseen', '[]', '')");
        made.list("annotations/" + OTHER + ".pbtxt", "title:\"K\\303\\244se \\\"1\\\"\"\n");

        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId(), SessionFacts::title, SessionFacts::parent)
                .containsExactlyInAnyOrder(
                        tuple(ID, "From the list", new SessionId(EngineKey.ANTIGRAVITY, OTHER)),
                        tuple(OTHER, "Käse \"1\"", null));
    }

    @Test
    void sealed_conversations_are_counted_and_give_way_to_their_database() throws Exception {
        made.list("conversations/" + ID + ".pb", "sealed");
        made.list("conversations/" + OTHER + ".pb", "sealed");
        made.conversation(OTHER, SHOP);

        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId())
                .containsExactly(OTHER);
        assertThat(read(ID, null).unreadable()).containsExactly(new Reading.Unreadable("sealed conversation", 1, ""));
        assertThat(read(OTHER, null).unreadable()).isEmpty();
    }

    @Test
    void a_damaged_database_keeps_a_conversation_whose_folder_is_known() throws Exception {
        made.list("conversations/" + ID + ".db", "this is no database, whatever its name says");
        made.transcript(ID, typed("hello"));
        made.list("cache/last_conversations.json", "{\"/home/casey/last\":\"" + ID + "\"}");

        var row = StoreFixture.row(store, ID);
        assertThat(row.firstMessage()).isEqualTo("hello");
        assertThat(row.unreadable()).isEqualTo(1);
    }

    @Test
    void a_view_in_the_place_of_a_table_is_not_asked() throws Exception {
        made.conversation(ID, SHOP);
        AgyStoreBuilder.execute(
                made.database(ID),
                "ALTER TABLE trajectory_metadata_blob RENAME TO other",
                "CREATE VIEW trajectory_metadata_blob AS SELECT * FROM other");
        summaries("('" + ID + "', 'Title', '[\"" + SHOP + "\"]', '')");

        assertThat(StoreFixture.row(store, ID).unreadable()).isEqualTo(1);
        AgyStoreBuilder.execute(
                made.root().resolve("conversation_summaries.db"),
                "ALTER TABLE conversation_summaries RENAME TO other",
                "CREATE VIEW conversation_summaries AS SELECT * FROM other");
        assertThat(read("conversation_summaries.db", null).unreadable()).hasSize(1);
        assertThat(StoreFixture.rows(store)).isEmpty();
    }

    @Test
    void injected_text_is_nobodys_message() throws Exception {
        made.conversation(ID, SHOP);
        made.transcript(ID, """
                {"step_index":0,"source":"SYSTEM","type":"USER_INPUT","created_at":"2026-06-15T05:06:40Z","content":"no"}
                {"step_index":1,"source":"SYSTEM","type":"SYSTEM_MESSAGE","created_at":"2026-06-15T05:06:41Z","content":"no"}
                {"step_index":2,"source":"USER_EXPLICIT","type":"USER_INPUT","created_at":"2026-06-15T05:06:42Z","content":"yes<ADDITIONAL_METADATA>\\nno</ADDITIONAL_METADATA>"}
                """);

        var row = StoreFixture.row(store, ID);
        assertThat(row.firstMessage()).isEqualTo("yes");
        assertThat(row.messageCount()).isEqualTo(1);
    }

    @Test
    void unknown_and_damaged_records_are_counted() throws Exception {
        made.conversation(ID, SHOP);
        made.transcript(ID, typed("hello") + "{\"step_index\":1,\"type\":\"HOLOGRAM\"}\n{\"step_index\":2,\n{}\n");

        assertThat(read(ID, null).unreadable())
                .containsExactly(
                        new Reading.Unreadable("HOLOGRAM", 1, ""),
                        new Reading.Unreadable("damaged line", 1, ""),
                        new Reading.Unreadable("record without a type", 1, ""));
        assertThat(StoreFixture.row(store, ID).unreadable()).isEqualTo(3);
    }

    @Test
    void only_what_was_appended_to_the_transcript_is_read_again() throws Exception {
        made.conversation(ID, SHOP);
        String filler = answered("x".repeat(3000));
        Path file = made.transcript(ID, typed("one") + filler + typed("two") + filler);
        var before = read(ID, null);

        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"content\":\"<USER_REQUEST>\\ntwo", "!content\":\"<USER_REQUEST>\\ntwo"));
        made.transcript(ID, typed("three") + "{\"step_index\":9");
        var after = read(ID, before);

        assertThat(after.unreadable()).isEmpty();
        assertThat(after.sessions().getFirst().messageCount()).isEqualTo(5);
        assertThat(after.sessions().getFirst().firstMessage()).isEqualTo("one");
        assertThat(after.sessions().getFirst().createdAt())
                .isEqualTo(before.sessions().getFirst().createdAt());
    }

    @Test
    void a_transcript_that_was_replaced_is_read_again() throws Exception {
        made.conversation(ID, SHOP);
        Path file = made.transcript(ID, typed("one") + answered("first"));
        var before = read(ID, null);

        Files.writeString(file, typed("two") + answered("first") + answered("second"));

        assertThat(read(ID, before)).isEqualTo(read(ID, null));
    }

    @Test
    void the_history_grows_without_being_read_anew() throws Exception {
        made.list("history.jsonl", "{\"workspace\":\"/a\",\"conversationId\":\"" + ID + "\"}\n");
        var before = read("history.jsonl", null);
        made.list(
                "history.jsonl", ("{\"workspace\":\"/b\",\"conversationId\":\"" + OTHER + "\"}\n").repeat(2) + "no\n");

        var after = read("history.jsonl", before);
        assertThat(after).isEqualTo(read("history.jsonl", null));
        assertThat(after.hints()).extracting(Reading.Hint::subject).containsExactly(ID, OTHER);
        assertThat(after.unreadable()).hasSize(1);
    }

    @Test
    void a_change_is_known_to_belong_to_its_conversation() throws Exception {
        made.conversation(ID, SHOP);
        Path transcript = made.transcript(ID, typed("hello"));
        made.list("annotations/" + ID + ".pbtxt", "title:\"Cart\"\n");
        made.list("history.jsonl", "");
        var pieces = StoreFixture.pieces(store);
        var conversation = pieces.getLast();

        assertThat(conversation.files()).hasSize(3);
        assertThat(store.pieceOf(made.database(ID))).contains(conversation);
        assertThat(store.pieceOf(made.root().resolve("conversations/" + ID + ".db-wal")))
                .contains(conversation);
        assertThat(store.pieceOf(transcript)).contains(conversation);
        assertThat(store.pieceOf(made.root().resolve("brain").resolve(ID))).contains(conversation);
        assertThat(store.pieceOf(made.root().resolve("annotations/" + ID + ".pbtxt")))
                .contains(conversation);
        assertThat(store.pieceOf(made.root().resolve("history.jsonl"))).contains(pieces.getFirst());
        assertThat(store.pieceOf(made.root().resolve("conversations/" + ID + ".db-shm")))
                .isEmpty();
        assertThat(store.pieceOf(made.root().resolve("conversations/" + OTHER + ".db")))
                .isEmpty();
        assertThat(store.pieceOf(made.root().resolve("brain/" + ID + "/plan.md")))
                .isEmpty();
        assertThat(store.pieceOf(made.root().resolve("presence/" + ID + ".lock")))
                .isEmpty();
        assertThat(store.pieceOf(made.root())).isEmpty();
        assertThat(store.pieceOf(home)).isEmpty();
    }

    @Test
    void a_link_does_not_lead_out_of_the_store() throws Exception {
        var outside = new AgyStoreBuilder(home.resolve("outside"));
        outside.conversation(ID, SHOP);
        outside.transcript(OTHER, typed("secret"));
        made.conversation(OTHER, SHOP);
        Files.createSymbolicLink(made.database(ID), outside.database(ID));
        Files.createDirectories(made.root().resolve("brain"));
        Files.createSymbolicLink(
                made.root().resolve("brain").resolve(OTHER),
                home.resolve("outside/brain").resolve(OTHER));

        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId(), SessionFacts::firstMessage, SessionFacts::unreadable)
                .containsExactly(tuple(OTHER, null, 1));
    }

    @Test
    void a_new_conversation_of_a_folder_is_seen_by_its_database_and_by_the_lists() throws Exception {
        made.conversation(ID, SHOP);
        var shop = Set.of("/home/casey/code/shop");
        assertThat(store.idsIn(shop)).containsExactly(ID);

        made.conversation(OTHER, (String) null);
        assertThat(store.idsIn(shop)).containsExactly(ID);

        AgyStoreBuilder.execute(
                made.database(OTHER), "INSERT INTO trajectory_metadata_blob VALUES ('main', x'" + hex(SHOP) + "')");
        assertThat(store.idsIn(shop)).containsExactly(ID, OTHER);

        String listed = "0a1b2c3d-0000-4000-8000-000000000003";
        made.list("cache/last_conversations.json", "{\"/home/casey/code/shop\":\"" + listed + "\"}");
        assertThat(store.idsIn(shop)).containsExactly(ID, OTHER, listed);
        assertThat(store.idsIn(Set.of("/home/casey/code"))).isEmpty();
    }

    private static String hex(String uri) {
        return HexFormat.of().formatHex(message(1, text(1, uri)));
    }

    private Reading read(String key, @Nullable Reading before) throws IOException {
        return store.read(piece(key), before);
    }

    private Piece piece(String key) throws IOException {
        return StoreFixture.pieces(store).stream()
                .filter(piece -> piece.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private void summaries(String rows) throws Exception {
        AgyStoreBuilder.execute(
                made.root().resolve("conversation_summaries.db"),
                "CREATE TABLE conversation_summaries (conversation_id text PRIMARY KEY, title text, workspace_uris text,"
                        + " parent_conversation_id text)",
                "INSERT INTO conversation_summaries VALUES " + rows);
    }
}
