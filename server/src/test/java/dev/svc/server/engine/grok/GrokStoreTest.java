package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.UnmovableException;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrokStoreTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final String OTHER = "0a1b2c3d-0000-4000-8000-000000000002";
    private static final String THIRD = "0a1b2c3d-0000-4000-8000-000000000003";
    private static final String SHOP = "%2Fhome%2Fcasey%2Fcode%2Fshop";
    private static final String SUMMARY = """
            {"info":{"cwd":"/home/casey/code/shop"},"generated_title":"Cart","num_messages":3,
            "created_at":"2026-11-22T21:00:00Z","updated_at":"2026-11-22T21:01:00Z"}""";
    private static final String AGENT = SUMMARY.replace("\"num", "\"session_kind\":\"subagent\",\"num");

    @TempDir
    Path home;

    private Path root;
    private GrokStore store;

    @BeforeEach
    void anEmptyStore() throws IOException {
        root = Files.createDirectories(home.resolve(".grok"));
        store = new GrokStore(new GrokFolder(root));
    }

    @Test
    void what_is_no_session_lies_beside_them_and_is_none() throws IOException {
        session(SHOP, ID, SUMMARY, prompt(0, "hello"));
        Files.writeString(root.resolve("sessions").resolve(SHOP).resolve("prompt_history.jsonl"), "{}\n");
        Files.createFile(root.resolve("sessions").resolve(SHOP).resolve(OTHER));
        Files.createDirectories(root.resolve("sessions").resolve(SHOP).resolve(THIRD + ".tmp"));
        assertThat(StoreFixture.pieces(store)).extracting(Piece::key).containsExactly(SHOP + "/" + ID);
    }

    @Test
    void a_session_that_was_opened_and_left_is_no_row() throws IOException {
        session(SHOP, ID, "{}", "");
        session(SHOP, OTHER, SUMMARY.replace("\"num_messages\":3", "\"num_messages\":0"), "");
        assertThat(StoreFixture.rows(store)).isEmpty();
    }

    @Test
    void a_damaged_summary_keeps_the_conversation_on_the_list_in_the_folder_that_its_place_says() throws IOException {
        session(SHOP, ID, "{\"info\":{\"cwd", prompt(0, "hello"));
        var row = row();
        assertThat(row.cwd()).isEqualTo("/home/casey/code/shop");
        assertThat(row.firstMessage()).isEqualTo("hello");
        assertThat(row.title()).isNull();
        assertThat(row.unreadable()).isEqualTo(1);
    }

    @Test
    void a_summary_without_updates_is_listed_by_what_it_says() throws IOException {
        Files.delete(session(SHOP, ID, SUMMARY, "").resolve("updates.jsonl"));
        assertThat(row().title()).isEqualTo("Cart");
        assertThat(row().messageCount()).isZero();
    }

    @Test
    void a_title_is_what_the_program_made_else_its_own_summary() throws IOException {
        session(SHOP, ID, "{\"session_summary\":\"A\\u0007 summary\",\"num_messages\":1}", "");
        assertThat(row().title()).isEqualTo("A summary");
        session(SHOP, ID, "{\"generated_title\":7,\"num_messages\":1}", "");
        assertThat(row().title()).isEqualTo("7");
    }

    @Test
    void only_what_was_appended_is_read_again() throws IOException {
        var updates =
                session(SHOP, ID, SUMMARY, prompt(0, "hello") + answer("one, ")).resolve("updates.jsonl");
        var before = read(null);
        Files.writeString(updates, answer("two") + prompt(1, "more") + "not json\n", StandardOpenOption.APPEND);
        var after = read(before);
        assertThat(after).isEqualTo(read(null));
        assertThat(after.sessions().getFirst().messageCount()).isEqualTo(3);
        assertThat(after.unreadable()).extracting(Reading.Unreadable::kind).containsExactly("damaged line");
    }

    @Test
    void a_log_that_was_written_anew_is_read_again() throws IOException {
        var updates = session(SHOP, ID, SUMMARY, prompt(0, "hello") + answer("one") + prompt(1, "two"))
                .resolve("updates.jsonl");
        var before = read(null);
        Files.writeString(updates, prompt(0, "hello") + answer("one") + prompt(1, "another") + answer("three"));
        assertThat(read(before)).isEqualTo(read(null));
    }

    @Test
    void what_nobody_knows_is_counted_and_bookkeeping_is_not() throws IOException {
        session(SHOP, ID, SUMMARY, update("hologram", "") + update("hook_execution", "") + update("plan", "") + "{}\n");
        assertThat(read(null).unreadable())
                .extracting(Reading.Unreadable::kind, Reading.Unreadable::count)
                .containsExactly(tuple("hologram", 1), tuple("record without a type", 1));
    }

    @Test
    void a_sub_agent_belongs_to_the_session_whose_log_names_it() throws IOException {
        session(SHOP, ID, SUMMARY, prompt(0, "hello") + spawned(OTHER));
        session("%2Fsrv", OTHER, AGENT, prompt(0, "look") + spawned(THIRD));
        session("%2Fsrv", THIRD, AGENT, prompt(0, "look closer"));
        assertThat(StoreFixture.rows(store))
                .extracting(
                        row -> row.id().nativeId(),
                        row -> row.parent() == null ? "" : row.parent().nativeId())
                .containsExactlyInAnyOrder(tuple(ID, ""), tuple(OTHER, ID), tuple(THIRD, OTHER));
    }

    @Test
    void sub_agents_that_nobody_started_or_that_started_each_other_are_no_rows() throws IOException {
        session(SHOP, ID, AGENT, prompt(0, "look"));
        session(SHOP, OTHER, AGENT, prompt(0, "look") + spawned(THIRD));
        session(SHOP, THIRD, AGENT, prompt(0, "look") + spawned(OTHER));
        assertThat(StoreFixture.rows(store)).isEmpty();
    }

    @Test
    void a_log_that_names_a_persons_session_as_its_sub_agent_does_not_hide_it() throws IOException {
        session(SHOP, ID, SUMMARY, prompt(0, "hello"));
        session(SHOP, OTHER, SUMMARY, prompt(0, "hello") + spawned(ID));
        assertThat(StoreFixture.rows(store)).extracting(SessionFacts::parent).containsOnlyNulls();
    }

    @Test
    void a_link_does_not_lead_out_of_the_store() throws IOException {
        var away = Files.createDirectories(home.resolve("away").resolve(ID));
        Files.writeString(away.resolve("summary.json"), SUMMARY);
        Files.createDirectories(root.resolve("sessions").resolve(SHOP));
        Files.createSymbolicLink(root.resolve("sessions").resolve(SHOP).resolve(ID), away);
        Files.createSymbolicLink(root.resolve("sessions/%2Faway"), home.resolve("away"));
        assertThat(StoreFixture.pieces(store)).isEmpty();
    }

    @Test
    void a_change_is_known_to_belong_to_its_session() throws IOException {
        var session = session(SHOP, ID, SUMMARY, prompt(0, "hello"));
        assertThat(store.pieceOf(session)).isPresent();
        assertThat(store.pieceOf(session.resolve("updates.jsonl"))).isPresent();
        assertThat(store.pieceOf(session.resolve("events.jsonl"))).isEmpty();
        assertThat(store.pieceOf(session.resolve("subagents/x/updates.jsonl"))).isEmpty();
        assertThat(store.pieceOf(root.resolve("config.toml"))).isEmpty();
    }

    @Test
    void the_ids_of_a_folder_are_those_of_its_bucket_also_when_only_a_file_says_which_that_is() throws IOException {
        session(SHOP, ID, SUMMARY, "");
        session(SHOP + "2", OTHER, SUMMARY, "");
        assertThat(store.idsIn(Path.of("/home/casey/code/shop"))).containsExactly(ID);
        var far = "/srv/" + "x".repeat(300);
        session("xxx-0a1b2c3d4e5f6071", THIRD, SUMMARY, "");
        Files.writeString(root.resolve("sessions/xxx-0a1b2c3d4e5f6071/.cwd"), far);
        assertThat(store.idsIn(Path.of(far))).containsExactly(THIRD);
    }

    @Test
    void the_log_of_a_sub_agent_may_lie_in_the_folder_of_the_session_that_started_it() throws IOException {
        var session = session(SHOP, ID, SUMMARY, "");
        var log = Files.createDirectories(session.resolve("subagents").resolve(OTHER))
                .resolve("updates.jsonl");
        Files.writeString(log, prompt(0, "look"));
        assertThat(new GrokFolder(root).agent(ID, OTHER)).contains(log.toRealPath());
    }

    @Test
    void a_session_cannot_be_moved_to_a_folder_that_only_the_program_can_name() {
        var originals = new GrokOriginals(new GrokFolder(root));
        var far = FolderMap.parse(List.of("/home=/srv/" + "x".repeat(300)));
        assertThatThrownBy(() -> originals.moving("/home/casey", far, (_, _) -> false))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("choose a shorter one");
    }

    @Test
    void the_log_is_the_first_of_a_sessions_files() throws IOException {
        var session = session(SHOP, ID, SUMMARY, prompt(0, "hello"));
        Files.writeString(session.resolve("chat_history.jsonl"), "{}\n");
        assertThat(new GrokOriginals(new GrokFolder(root)).of(ID, home))
                .extracting(
                        original -> original.name().substring(original.name().lastIndexOf('/') + 1))
                .containsExactly("updates.jsonl", "chat_history.jsonl", "summary.json");
    }

    private SessionFacts row() throws IOException {
        return StoreFixture.row(store, ID);
    }

    private Reading read(@Nullable Reading before) throws IOException {
        return store.read(StoreFixture.pieces(store).getFirst(), before);
    }

    private Path session(String bucket, String id, String summary, String updates) throws IOException {
        var folder =
                Files.createDirectories(root.resolve("sessions").resolve(bucket).resolve(id));
        Files.writeString(folder.resolve("summary.json"), summary);
        Files.writeString(folder.resolve("updates.jsonl"), updates);
        return folder;
    }

    private static String prompt(int index, String text) {
        return update(
                "user_message_chunk",
                ",\"content\":{\"type\":\"text\",\"text\":\"%s\"},\"_meta\":{\"promptIndex\":%d}"
                        .formatted(text, index));
    }

    private static String answer(String text) {
        return update("agent_message_chunk", ",\"content\":{\"type\":\"text\",\"text\":\"%s\"}".formatted(text));
    }

    private static String spawned(String child) {
        return update("subagent_spawned", ",\"child_session_id\":\"%s\"".formatted(child));
    }

    private static String update(String kind, String members) {
        return "{\"timestamp\":1795383000,\"params\":{\"sessionId\":\"x\",\"update\":{\"sessionUpdate\":\"%s\"%s}}}\n"
                .formatted(kind, members);
    }
}
