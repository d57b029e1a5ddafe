package dev.svc.server.engine.kimi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KimiStoreTest {
    private static final String ID = "session_0a1b2c3d-0000-4000-8000-000000000001";
    private static final String OTHER = "session_0a1b2c3d-0000-4000-8000-000000000002";
    private static final String STATE = """
            {"cwd":"/home/casey/code/shop","createdAt":1795257000000,"updatedAt":1795257060000,"title":"Cart"}""";
    private static final String HEAD = """
            {"type":"metadata","protocol_version":"1.4","created_at":1795257000000}
            """;

    @TempDir
    Path home;

    private Path root;
    private KimiStore store;

    @BeforeEach
    void anEmptyStore() throws IOException {
        root = Files.createDirectories(home.resolve(".kimi-code"));
        store = new KimiStore(root);
    }

    @Test
    void no_store_has_no_rows_and_is_not_readable() throws IOException {
        var absent = new KimiStore(home.resolve("absent"));

        assertThat(absent.isReadable()).isFalse();
        assertThat(StoreFixture.rows(absent)).isEmpty();
    }

    @Test
    void what_only_begins_like_a_session_is_none() throws IOException {
        session("wd_shop_1", ID, STATE, HEAD);
        Path dirty = Files.createDirectories(root.resolve("sessions/.index-dirty"));
        Files.createFile(dirty.resolve(OTHER + ".1795257867240"));
        Files.createFile(dirty.resolve(OTHER));
        Files.createFile(root.resolve("sessions/wd_shop_1").resolve(OTHER));

        assertThat(StoreFixture.pieces(store)).extracting(Piece::key).containsExactly("wd_shop_1/" + ID);
    }

    @Test
    void a_session_without_its_state_is_no_row_even_when_the_index_names_it() throws IOException {
        Files.delete(session("wd_shop_1", ID, STATE, HEAD + prompt("hello")).resolve("state.json"));
        index(ID, "/home/casey/code/shop");

        assertThat(StoreFixture.rows(store)).isEmpty();
    }

    @Test
    void a_damaged_state_keeps_the_conversation_on_the_list() throws IOException {
        session("wd_shop_1", ID, "{\"cwd\":\"/home", HEAD + prompt("hello"));
        index(ID, "/home/casey/code/shop");

        var row = StoreFixture.row(store, ID);
        assertThat(row.cwd()).isEqualTo("/home/casey/code/shop");
        assertThat(row.firstMessage()).isEqualTo("hello");
        assertThat(row.unreadable()).isEqualTo(1);
    }

    @Test
    void the_folder_of_a_bucket_is_the_folder_of_a_session_that_names_none() throws IOException {
        session("wd_shop_1", ID, "{\"updatedAt\":1795257060000}", HEAD);
        session("wd_other_2", OTHER, "{\"updatedAt\":1795257060000}", HEAD);
        Files.writeString(
                root.resolve("workspaces.json"),
                "{\"workspaces\":{\"wd_shop_1\":{\"root\":\"/home/casey/code/shop\"}}}");

        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId(), SessionFacts::cwd)
                .containsExactly(tuple(ID, "/home/casey/code/shop"));
    }

    @Test
    void the_later_of_two_copies_is_the_row() throws IOException {
        session("wd_shop_1", ID, STATE, HEAD);
        session("wd_shop_2", ID, STATE.replace("1795257060000", "1795257099000").replace("Cart", "Later"), HEAD);

        assertThat(StoreFixture.rows(store)).extracting(SessionFacts::title).containsExactly("Later");
    }

    @Test
    void the_placeholder_title_is_none_unless_somebody_typed_it() throws IOException {
        session("wd_shop_1", ID, STATE.replace("Cart", "New Session"), HEAD);
        session("wd_shop_1", OTHER, STATE.replace("\"Cart\"", "\"New Session\",\"isCustomTitle\":true"), HEAD);

        assertThat(StoreFixture.row(store, ID).title()).isNull();
        assertThat(StoreFixture.row(store, OTHER).title()).isEqualTo("New Session");
    }

    @Test
    void what_was_typed_during_a_turn_counts_and_what_was_injected_does_not() throws IOException {
        session(
                "wd_shop_1",
                ID,
                STATE,
                HEAD
                        + prompt("first").replace("\"user\"", "\"injection\"")
                        + prompt("second")
                        + prompt("third").replace("turn.prompt", "turn.steer")
                        + prompt("sub")
                                .replace(
                                        "\"type\":\"turn.prompt\"",
                                        "\"type\":\"turn.prompt\",\"agentId\":\"agent-0\""));

        var row = StoreFixture.row(store, ID);
        assertThat(row.firstMessage()).isEqualTo("second");
        assertThat(row.messageCount()).isEqualTo(2);
        assertThat(row.unreadable()).isZero();
    }

    @Test
    void the_last_prompt_stands_in_when_the_wire_is_lost() throws IOException {
        Path folder = session("wd_shop_1", ID, STATE.replace("}", ",\"lastPrompt\":\"go on\"}"), HEAD);
        Files.delete(folder.resolve("agents/main/wire.jsonl"));

        assertThat(StoreFixture.row(store, ID).firstMessage()).isEqualTo("go on");
    }

    @Test
    void unknown_and_damaged_records_are_counted_by_kind_and_version() throws IOException {
        session("wd_shop_1", ID, STATE, HEAD + """
                {"type":"turn.dreamt","agentId":"main"}
                {"type":"turn.dreamt","agentId":"main"}
                {"agentId":"main","type":"hologram.sent"}
                {"type":"turn.prompt","input":
                not json
                """ + prompt("hello"));

        var reading = read(null);
        assertThat(reading.unreadable())
                .containsExactly(
                        new Reading.Unreadable("turn.dreamt", 2, "1.4"),
                        new Reading.Unreadable("hologram.sent", 1, "1.4"),
                        new Reading.Unreadable("damaged line", 2, "1.4"));
        assertThat(reading.sessions().getFirst().unreadable()).isEqualTo(5);
        assertThat(reading.sessions().getFirst().messageCount()).isEqualTo(1);
    }

    @Test
    void only_what_was_appended_is_read_again() throws IOException {
        Path wire = session("wd_shop_1", ID, STATE, HEAD + prompt("one") + filler() + prompt("two") + filler())
                .resolve("agents/main/wire.jsonl");
        var before = read(null);

        replace(wire, "\"two\"", "!dmg!");
        append(wire, prompt("three"));
        var after = read(before);

        assertThat(after.sessions().getFirst().messageCount()).isEqualTo(3);
        assertThat(after.unreadable()).isEmpty();
        assertThat(after.sessions().getFirst().firstMessage()).isEqualTo("one");
        assertThat(after.sessions().getFirst().model())
                .isEqualTo(before.sessions().getFirst().model());
    }

    @Test
    void everything_is_read_again_when_an_upgrade_rewrote_the_first_line_in_place() throws IOException {
        Path wire = session("wd_shop_1", ID, STATE, HEAD + prompt("one") + filler() + prompt("two") + filler())
                .resolve("agents/main/wire.jsonl");
        var before = read(null);

        replace(wire, "\"user\"},\"time\":2", "\"none\"},\"time\":2");
        replace(wire, "\"1.4\"", "\"1.5\"");
        append(wire, prompt("three") + "{\"type\":\"turn.dreamt\"}\n");
        var after = read(before);

        assertThat(after).isEqualTo(read(null));
        assertThat(after.unreadable()).containsExactly(new Reading.Unreadable("turn.dreamt", 1, "1.5"));
    }

    @Test
    void a_wire_that_shrank_is_read_again() throws IOException {
        Path wire = session("wd_shop_1", ID, STATE, HEAD + prompt("one") + prompt("two"))
                .resolve("agents/main/wire.jsonl");
        var before = read(null);

        Files.writeString(wire, HEAD + prompt("one"));

        assertThat(read(before)).isEqualTo(read(null));
        assertThat(read(before).sessions().getFirst().messageCount()).isEqualTo(1);
    }

    @Test
    void a_line_that_is_still_being_written_counts_once_it_is_whole() throws IOException {
        String line = prompt("one");
        Path wire =
                session("wd_shop_1", ID, STATE, HEAD + line.substring(0, 40)).resolve("agents/main/wire.jsonl");
        var before = read(null);
        append(wire, line.substring(40));

        assertThat(before.sessions().getFirst().messageCount()).isZero();
        assertThat(before.unreadable()).isEmpty();
        assertThat(read(before).sessions().getFirst().messageCount()).isEqualTo(1);
    }

    @Test
    void a_changed_state_keeps_what_the_wire_said() throws IOException {
        Path folder = session("wd_shop_1", ID, STATE, HEAD + prompt("one"));
        var before = read(null);
        Files.writeString(folder.resolve("state.json"), STATE.replace("Cart", "Basket"));

        assertThat(read(before).sessions())
                .extracting(SessionFacts::title, SessionFacts::firstMessage, SessionFacts::messageCount)
                .containsExactly(tuple("Basket", "one", 1));
    }

    @Test
    void the_index_grows_without_being_read_anew() throws IOException {
        index(ID, "/home/casey/code/shop");
        var piece = StoreFixture.pieces(store).getFirst();
        var before = store.read(piece, null);
        index(OTHER, "/home/casey/code/docs");

        assertThat(store.read(StoreFixture.pieces(store).getFirst(), before).hints())
                .extracting(Reading.Hint::subject)
                .containsExactly(ID, OTHER);
    }

    @Test
    void a_link_does_not_lead_out_of_the_store() throws IOException {
        Path outside = Files.createDirectories(home.resolve("outside/agents/main"));
        Files.writeString(outside.resolve("wire.jsonl"), HEAD + prompt("secret"));
        Files.writeString(home.resolve("outside/state.json"), STATE);
        Path bucket = Files.createDirectories(root.resolve("sessions/wd_shop_1"));
        Files.createSymbolicLink(bucket.resolve(ID), home.resolve("outside"));
        Path session = Files.createDirectories(bucket.resolve(OTHER));
        Files.writeString(session.resolve("state.json"), STATE);
        Files.createSymbolicLink(session.resolve("agents"), home.resolve("outside/agents"));

        assertThat(StoreFixture.rows(store))
                .extracting(row -> row.id().nativeId(), SessionFacts::firstMessage, SessionFacts::unreadable)
                .containsExactly(tuple(OTHER, null, 1));
    }

    @Test
    void a_store_that_is_itself_reached_by_a_link_is_read() throws IOException {
        session("wd_shop_1", ID, STATE, HEAD + prompt("one"));
        var linked = new KimiStore(Files.createSymbolicLink(home.resolve("link"), root));

        assertThat(StoreFixture.row(linked, ID).firstMessage()).isEqualTo("one");
        assertThat(linked.pieceOf(home.resolve("link/sessions/wd_shop_1").resolve(ID)))
                .isEqualTo(StoreFixture.pieces(linked).stream().findFirst());
    }

    @Test
    void a_change_is_known_to_belong_to_its_session() throws IOException {
        Path folder = session("wd_shop_1", ID, STATE, HEAD);
        index(ID, "/home/casey/code/shop");
        var pieces = StoreFixture.pieces(store);

        assertThat(store.pieceOf(folder)).contains(pieces.get(1));
        assertThat(store.pieceOf(folder.resolve("state.json"))).contains(pieces.get(1));
        assertThat(store.pieceOf(folder.resolve("agents/main/wire.jsonl"))).contains(pieces.get(1));
        assertThat(store.pieceOf(root.resolve("session_index.jsonl"))).contains(pieces.get(0));
        assertThat(store.pieceOf(folder.resolve("logs/kimi-code.log"))).isEmpty();
        assertThat(store.pieceOf(folder.resolve("agents/agent-0/wire.jsonl"))).isEmpty();
        assertThat(store.pieceOf(root.resolve("sessions/.index-dirty").resolve(ID)))
                .isEmpty();
        assertThat(store.pieceOf(folder.resolveSibling(OTHER))).isEmpty();
        assertThat(store.pieceOf(home.resolve("elsewhere"))).isEmpty();
    }

    @Test
    void the_ids_of_a_folder_come_from_its_bucket_and_from_the_index() throws IOException {
        session("wd_shop_71902a579a23", ID, STATE, HEAD);
        index(OTHER, "/home/casey/code/shop");
        index("session_0a1b2c3d-0000-4000-8000-000000000003", "/home/casey/code/docs-site");

        assertThat(store.idsIn(Path.of("/home/casey/code/shop"))).containsExactlyInAnyOrder(ID, OTHER);
        assertThat(store.idsIn(Path.of("/home/casey/code"))).isEmpty();
    }

    @Test
    void a_store_can_be_moved_by_svc_or_by_the_program_and_the_program_follows() {
        var fixture = new StoreFixture(home, NullNode.getInstance());
        var moved = new KimiProvider(fixture.settings(null, Map.of("KIMI_CODE_HOME", "/data/kimi")));
        var overridden =
                new KimiProvider(fixture.settings(Path.of("/srv/kimi"), Map.of("KIMI_CODE_HOME", "/data/kimi")));

        assertThat(moved.store().location()).isEqualTo(Path.of("/data/kimi"));
        assertThat(moved.newLaunchArgv("", home, false).environment()).isEmpty();
        assertThat(overridden.store().location()).isEqualTo(Path.of("/srv/kimi"));
        assertThat(overridden.newLaunchArgv("", home, false).environment())
                .containsExactly(Map.entry("KIMI_CODE_HOME", "/srv/kimi"));
    }

    private Reading read(@Nullable Reading before) throws IOException {
        return store.read(StoreFixture.pieces(store).getLast(), before);
    }

    private Path session(String bucket, String id, String state, String wire) throws IOException {
        Path folder = root.resolve("sessions").resolve(bucket).resolve(id);
        Files.createDirectories(folder.resolve("agents/main"));
        Files.writeString(folder.resolve("state.json"), state);
        Files.writeString(folder.resolve("agents/main/wire.jsonl"), wire);
        return folder;
    }

    private void index(String id, String cwd) throws IOException {
        append(
                root.resolve("session_index.jsonl"),
                "{\"sessionId\":\"%s\",\"sessionDir\":\"/old/%s\",\"workDir\":\"%s\"}\n".formatted(id, id, cwd));
    }

    private static String prompt(String text) {
        return """
                {"type":"turn.prompt","input":[{"type":"text","text":"%s"}],"origin":{"kind":"user"},"time":2}
                """.formatted(text);
    }

    /// Longer than what is compared around the place where a reading stopped.
    private static String filler() {
        return "{\"type\":\"llm.request\",\"model\":\"lab-model\",\"filler\":\"" + "x".repeat(3000) + "\"}\n";
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// In place: the file keeps its identity and its length.
    private static void replace(Path file, String old, String text) throws IOException {
        var bytes = new String(Files.readAllBytes(file), UTF_8);
        assertThat(bytes).contains(old);
        assertThat(text).hasSameSizeAs(old);
        int at = bytes.lastIndexOf(old);
        String changed = bytes.substring(0, at) + text + bytes.substring(at + old.length());
        Files.writeString(file, changed, StandardOpenOption.WRITE);
    }
}
