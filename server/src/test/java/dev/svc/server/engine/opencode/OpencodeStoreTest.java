package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpencodeStoreTest {
    private static final String ONE = "ses_000000000001AAAAAAAAAAAAAA";
    private static final String TWO = "ses_000000000002AAAAAAAAAAAAAA";

    @TempDir
    Path home;

    private Path file = Path.of("/nowhere");

    @BeforeEach
    void a_store_of_two_sessions() throws SQLException {
        file = home.resolve("opencode.db");
        change(
                "CREATE TABLE session(id text PRIMARY KEY, parent_id text, directory text, title text, version text,"
                        + " model text, revert text, time_created integer, time_updated integer, time_archived integer)",
                "CREATE TABLE message(id text PRIMARY KEY, session_id text, time_created integer, data text)",
                "CREATE TABLE part(id text PRIMARY KEY, message_id text, session_id text, data text)");
        session(ONE, "First");
        session(TWO, "New session - 2026-11-21T10:48:51.894Z");
        message(ONE, "msg_1", "{\"role\":\"user\"}");
        part(ONE, "msg_1", "prt_1", "{\"type\":\"text\",\"text\":\"hello there\"}");
        message(ONE, "msg_2", "{\"role\":\"assistant\",\"modelID\":\"demo-small\"}");
        part(ONE, "msg_2", "prt_2", "{\"type\":\"text\",\"text\":\"hello yourself\"}");
    }

    @Test
    void messages_are_counted_and_the_first_is_shown() throws IOException {
        var one = session(read(null), ONE);
        assertThat(one.messageCount()).isEqualTo(2);
        assertThat(one.firstMessage()).isEqualTo("hello there");
        assertThat(one.model()).isEqualTo("demo-small");
    }

    /// As any answer: `opencode stats` counts each stored message, and its list counts none.
    @Test
    void an_answer_that_failed_counts_where_it_has_said_something() throws Exception {
        var failed = "{\"role\":\"assistant\",\"error\":{\"name\":\"APIError\",\"data\":{\"message\":\"refused\"}}}";
        message(ONE, "msg_3", failed);
        part(ONE, "msg_3", "prt_3", "{\"type\":\"step-start\"}");
        assertThat(session(read(null), ONE).messageCount()).isEqualTo(2);
        message(ONE, "msg_4", failed);
        part(ONE, "msg_4", "prt_4", "{\"type\":\"text\",\"text\":\"This draft goes on\"}");
        assertThat(session(read(null), ONE).messageCount()).isEqualTo(3);
    }

    @Test
    void only_sessions_whose_messages_changed_are_read_again() throws Exception {
        var before = read(null);
        change("UPDATE part SET data = replace(data, 'hello', 'bye')");
        assertThat(session(read(before), ONE).firstMessage()).isEqualTo("hello there");
        change("UPDATE session SET time_updated = 77 WHERE id = '" + ONE + "'");
        assertThat(session(read(before), ONE).firstMessage()).isEqualTo("bye there");
        assertThat(read(before)).isEqualTo(read(null));
    }

    @Test
    void a_message_shows_before_the_session_s_own_time_has_moved() throws Exception {
        var before = read(null);
        message(ONE, "msg_3", "{\"role\":\"user\"}");
        assertThat(session(read(before), ONE).messageCount()).isEqualTo(3);
        part(ONE, "msg_3", "prt_3", "{\"type\":\"compaction\",\"auto\":true}");
        assertThat(session(read(read(before)), ONE).messageCount()).isEqualTo(2);
    }

    @Test
    void a_title_or_an_archived_mark_shows_though_no_time_moves() throws Exception {
        var before = read(null);
        change("UPDATE session SET title = 'Renamed', time_archived = 5 WHERE id = '" + ONE + "'");
        var one = session(read(before), ONE);
        assertThat(one.title()).isEqualTo("Renamed");
        assertThat(one.archived()).isTrue();
        assertThat(one.firstMessage()).isEqualTo("hello there");
    }

    @Test
    void a_default_title_gives_way_to_what_was_written() throws Exception {
        assertThat(session(read(null), TWO).title()).startsWith("New session");
        assertThat(session(glance(), TWO).title()).isNull();
        message(TWO, "msg_9", "{\"role\":\"user\"}");
        part(TWO, "msg_9", "prt_9", "{\"type\":\"text\",\"text\":\"\\\"two words\\\"\"}");
        assertThat(session(read(null), TWO).title()).isNull();
        assertThat(session(read(null), TWO).firstMessage()).isEqualTo("two words");
    }

    @Test
    void messages_that_were_undone_are_hidden_and_come_back() throws Exception {
        var before = read(null);
        change("UPDATE session SET revert = '{\"messageID\":\"msg_2\"}' WHERE id = '" + ONE + "'");
        var undone = read(before);
        assertThat(session(undone, ONE).messageCount()).isEqualTo(1);
        change("UPDATE session SET revert = NULL");
        assertThat(session(read(undone), ONE).messageCount()).isEqualTo(2);
    }

    @Test
    void injected_text_and_summaries_are_nobody_s_message() throws Exception {
        message(TWO, "msg_5", "{\"role\":\"user\"}");
        part(TWO, "msg_5", "prt_5", "{\"type\":\"text\",\"synthetic\":true,\"text\":\"Called the Read tool\"}");
        part(TWO, "msg_5", "prt_6", "{\"type\":\"file\",\"filename\":\"a.txt\"}");
        part(TWO, "msg_5", "prt_7", "{\"type\":\"text\",\"text\":\"what is this\"}");
        message(TWO, "msg_6", "{\"role\":\"assistant\",\"summary\":true}");
        part(TWO, "msg_6", "prt_8", "{\"type\":\"text\",\"text\":\"So far we have …\"}");
        message(TWO, "msg_7", "{\"role\":\"user\"}");
        part(TWO, "msg_7", "prt_9", "{\"type\":\"text\",\"synthetic\":true,\"text\":\"Continue\"}");
        assertThat(session(read(null), TWO).firstMessage()).isEqualTo("what is this");
        assertThat(session(read(null), TWO).messageCount()).isEqualTo(1);
    }

    @Test
    void what_is_not_understood_is_counted_by_kind_and_version_also_when_it_is_not_read_again() throws Exception {
        message(ONE, "msg_5", "{\"role\":\"oracle of delphi\"}");
        message(ONE, "msg_6", "{broken");
        part(ONE, "msg_2", "prt_5", "{\"type\":\"hologram\"}");
        part(ONE, "msg_2", "prt_6", "{\"type\":\"hologram\"}");
        part(ONE, "msg_2", "prt_7", "[]");
        change("INSERT INTO session(id, version) VALUES ('no id of ours', '1.2')");
        var first = read(null);
        assertThat(first.unreadable())
                .containsExactlyInAnyOrder(
                        new Unreadable("message:oracle_of_delphi", 1, "1.18"),
                        new Unreadable("message", 1, "1.18"),
                        new Unreadable("part:hologram", 2, "1.18"),
                        new Unreadable("part", 1, "1.18"),
                        new Unreadable("session", 1, "1.2"));
        assertThat(session(first, ONE).unreadable()).isEqualTo(5);
        assertThat(read(first)).isEqualTo(first);
    }

    @Test
    void values_of_the_wrong_kind_anywhere_do_no_harm() throws Exception {
        change(
                "INSERT INTO session VALUES ('ses_000000000003AAAAAAAAAAAAAA', 7, x'00', x'31', NULL, 'no json', '{}',"
                        + " 'soon', " + Long.MAX_VALUE + ", 'yes')",
                "INSERT INTO message VALUES ('msg_x', x'01', 'then', x'02'), (NULL, NULL, NULL, NULL)",
                "INSERT INTO part VALUES (NULL, 'msg_1', '" + ONE + "', '{\"type\":\"text\",\"text\":{}}')",
                "INSERT INTO part VALUES ('prt_x', 'msg_1', '" + ONE + "', 17)");
        var odd = session(read(null), "ses_000000000003AAAAAAAAAAAAAA");
        assertThat(odd.cwd()).isNull();
        assertThat(odd.title()).isNull();
        assertThat(odd.parent()).isNull();
        assertThat(odd.archived()).isFalse();
        assertThat(odd.updatedAt()).hasToString("9999-12-31T23:59:59.999Z");
        assertThat(session(read(null), ONE).messageCount()).isEqualTo(2);
    }

    @Test
    void columns_that_a_version_lacks_are_done_without() throws Exception {
        change("ALTER TABLE session DROP COLUMN model", "ALTER TABLE session DROP COLUMN revert");
        assertThat(session(read(null), ONE).firstMessage()).isEqualTo("hello there");
        change("ALTER TABLE session DROP COLUMN time_archived", "ALTER TABLE session DROP COLUMN parent_id");
        assertThat(session(glance(), ONE).archived()).isFalse();
    }

    @Test
    void a_session_in_both_stores_counts_once_as_the_database_tells_it() throws IOException {
        StoreCopy.plant(StoreCopy.fixture("opencode/legacy-json/storage"), home.resolve("storage"));
        var old = home.resolve("storage/session/global/ses_e02366c77ffeqaSrmSHuKPH8KU.json");
        Files.move(old, old.resolveSibling(ONE + ".json"));
        for (boolean databaseFirst : List.of(true, false)) {
            var readings = readings();
            var rows = store().combine(databaseFirst ? readings : readings.reversed());
            assertThat(rows).hasSize(3);
            assertThat(rows)
                    .filteredOn(row -> row.id().nativeId().equals(ONE))
                    .singleElement()
                    .extracting(SessionFacts::title)
                    .isEqualTo("First");
        }
    }

    private List<Reading> readings() throws IOException {
        var pieces = new ArrayList<Piece>();
        store().walk(pieces::add);
        var readings = new ArrayList<Reading>();
        for (var piece : pieces) {
            readings.add(store().read(piece, null));
        }
        return readings;
    }

    private static SessionFacts session(Reading reading, String id) {
        return reading.sessions().stream()
                .filter(facts -> facts.id().nativeId().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private Reading read(@Nullable Reading before) throws IOException {
        return store().read(store().pieceOf(file).orElseThrow(), before);
    }

    private Reading glance() throws IOException {
        return store().glance(store().pieceOf(file).orElseThrow());
    }

    private OpencodeStore store() {
        return new OpencodeStore(new OpencodePlace(Brand.OPENCODE, file, home.resolve("storage")));
    }

    private void session(String id, String title) throws SQLException {
        change("INSERT INTO session(id, directory, title, version, time_created, time_updated)"
                + " VALUES ('%s', '/code', '%s', '1.18', 1, 2)".formatted(id, title));
    }

    private void message(String session, String id, String data) throws SQLException {
        change("INSERT INTO message VALUES ('%s', '%s', 1, '%s')".formatted(id, session, data));
    }

    private void part(String session, String message, String id, String data) throws SQLException {
        change("INSERT INTO part VALUES ('%s', '%s', '%s', '%s')".formatted(id, message, session, data));
    }

    private void change(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
