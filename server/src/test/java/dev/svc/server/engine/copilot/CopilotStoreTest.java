package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stores that nobody has recorded.
class CopilotStoreTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";

    @TempDir
    Path home = Path.of("");

    private CopilotStore store = new CopilotStore(new CopilotFolder(Path.of("")));

    @BeforeEach
    void open() throws IOException {
        home = home.toRealPath();
        store = new CopilotStore(new CopilotFolder(home));
    }

    private Path log() throws IOException {
        return Files.createDirectories(home.resolve("session-state").resolve(ID))
                .resolve("events.jsonl");
    }

    private void say(String... events) throws IOException {
        Files.writeString(
                log(), String.join("\n", events) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void note(String text) throws IOException {
        Files.writeString(log().resolveSibling("workspace.yaml"), text);
    }

    private static String event(String type, String data, String more) {
        return "{\"type\":\"%s\",\"data\":{%s}%s,\"id\":\"e\",\"timestamp\":\"2026-11-22T21:00:00.000Z\"}"
                .formatted(type, data, more);
    }

    private static String prompt(String text) {
        return event("user.message", "\"content\":\"" + text + "\"", "");
    }

    private static String answer(String text) {
        return event("assistant.message", "\"content\":\"" + text + "\",\"model\":\"m\"", "");
    }

    private static String start() {
        return event(
                "session.start",
                "\"copilotVersion\":\"1.0.102\",\"startTime\":\"2026-11-22T20:59:00.000Z\","
                        + "\"context\":{\"cwd\":\"/srv/shop\",\"branch\":\"main\"}",
                "");
    }

    private Optional<Piece> piece() throws IOException {
        return store.pieceOf(log());
    }

    private Reading read(@Nullable Reading before) throws IOException {
        return store.read(piece().orElseThrow(), before);
    }

    private SessionFacts row() throws IOException {
        return read(null).sessions().getFirst();
    }

    @Test
    void a_session_without_a_note_has_what_its_log_says() throws IOException {
        say(start(), prompt("Hello"), answer("Hi"));
        assertThat(row().cwd()).isEqualTo("/srv/shop");
        assertThat(row().branch()).isEqualTo("main");
        assertThat(row().title()).isNull();
        assertThat(row().firstMessage()).isEqualTo("Hello");
        assertThat(row().createdAt()).isEqualTo(Instant.parse("2026-11-22T20:59:00Z"));
        assertThat(row().messageCount()).isEqualTo(2);
    }

    @Test
    void a_damaged_note_costs_a_session_its_name_alone() throws IOException {
        say(start(), prompt("Hello"));
        note("cwd: /srv/other\nname: &anchor Hello\n");
        assertThat(row().title()).isNull();
        assertThat(row().cwd()).isEqualTo("/srv/other");
        assertThat(row().unreadable()).isEqualTo(1);
        assertThat(read(null).unreadable()).containsExactly(new Reading.Unreadable("workspace.yaml", 1, ""));
    }

    @Test
    void a_note_that_is_mended_is_counted_no_longer() throws IOException {
        say(start(), prompt("Hello"));
        note("name: *alias\n");
        var before = read(null);
        note("name: Mended\n");
        assertThat(read(before)).isEqualTo(read(null));
        assertThat(row().unreadable()).isZero();
    }

    @Test
    void what_was_opened_and_left_is_no_session() throws IOException {
        note("id: " + ID + "\ncwd: /srv/shop\n");
        assertThat(piece()).isEmpty();
        say(start(), event("session.shutdown", "\"shutdownType\":\"routine\"", ""));
        assertThat(read(null).sessions()).isEmpty();
    }

    @Test
    void only_what_a_person_typed_is_a_prompt() throws IOException {
        say(
                start(),
                event("user.message", "\"content\":\"a skill\",\"source\":\"skill-pdf\"", ""),
                event("user.message", "\"content\":\"go on\",\"isAutopilotContinuation\":true", ""),
                event("user.message", "\"content\":\"of an agent\"", ",\"agentId\":\"a\""),
                event("user.message", "\"content\":\"  \"", ""),
                prompt("Mine"),
                event("assistant.message", "\"content\":\"\",\"reasoningText\":\"hm\"", ""),
                event("assistant.message", "\"content\":\"its\"", ",\"agentId\":\"a\""));
        assertThat(row().firstMessage()).isEqualTo("Mine");
        assertThat(row().messageCount()).isEqualTo(1);
    }

    /// Taking back rewrites the log; the new turn may make it longer than what was read of it.
    @Test
    void what_was_taken_back_counts_no_longer() throws IOException {
        say(start(), prompt("First"), answer("Yes"), prompt("Taken back"), answer("Gone"));
        var before = read(null);
        Files.delete(log());
        say(start(), prompt("First"), answer("Yes"), prompt("Instead, at " + "length ".repeat(500)), answer("Longer"));
        assertThat(read(before)).isEqualTo(read(null));
        Files.delete(log());
        say(start(), prompt("Only this"));
        assertThat(read(before)).isEqualTo(read(null));
        assertThat(row().firstMessage()).isEqualTo("Only this");
        assertThat(row().messageCount()).isEqualTo(1);
    }

    @Test
    void what_was_taken_back_in_the_middle_of_a_large_log_is_noticed() throws IOException {
        var filler = answer("so ".repeat(2_000));
        say(start(), prompt("First"), filler, prompt("Taken back"), filler, filler, filler);
        var before = read(null);
        Files.delete(log());
        say(start(), prompt("First"), filler, filler, filler, filler, filler, filler);
        assertThat(read(before).sessions().getFirst().messageCount()).isEqualTo(row().messageCount());
    }

    @Test
    void events_of_a_kind_that_nobody_knows_are_counted_by_it() throws IOException {
        say(start(), prompt("Hello"), event("teleport.begun", "", ""), "{\"type\":", "{}");
        assertThat(read(null).unreadable())
                .containsExactlyInAnyOrder(
                        new Reading.Unreadable("teleport.begun", 1, "1.0.102"),
                        new Reading.Unreadable("damaged line", 1, "1.0.102"),
                        new Reading.Unreadable("record without a type", 1, "1.0.102"));
    }

    @Test
    void a_folder_with_a_tab_in_its_name_does_not_confuse_who_goes_on_reading() throws IOException {
        say(start().replace("/srv/shop", "/srv/a\\tb"), prompt("Hello"));
        var before = read(null);
        say(answer("Hi"));
        assertThat(read(before)).isEqualTo(read(null));
    }

    @Test
    void a_name_as_long_as_a_book_is_cut() throws IOException {
        say(start(), prompt("Hello"));
        note("cwd: /srv/shop\nname: |-\n" + "  many words that go on\n".repeat(100_000) + "branch: late\n");
        assertThat(row().title()).hasSize(SessionFacts.MAX_TITLE);
    }

    @Test
    void a_folder_that_is_no_session_has_no_piece() throws IOException {
        var odd = Files.createDirectories(home.resolve("session-state/.session-operation-locks"));
        Files.writeString(odd.resolve("events.jsonl"), prompt("Hello"));
        Files.writeString(
                Files.createDirectories(home.resolve("session-state/MINE")).resolve("events.jsonl"), prompt("Hello"));
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        assertThat(pieces).isEmpty();
        assertThat(store.pieceOf(odd.resolve("events.jsonl"))).isEmpty();
    }

    @Test
    void a_session_behind_a_link_is_nobodys() throws IOException {
        say(start(), prompt("Hello"));
        var away = Files.move(log().resolveSibling(""), home.resolve("away"));
        Files.createSymbolicLink(home.resolve("session-state").resolve(ID), away);
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        assertThat(pieces).isEmpty();
        assertThat(store.pieceOf(home.resolve("session-state").resolve(ID).resolve("events.jsonl")))
                .isEmpty();
    }
}
