package dev.svc.server.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadOnlyDatabaseTest {
    private static final ReadOnlyDatabase.Limits SHORT =
            new ReadOnlyDatabase.Limits(Duration.ofMillis(50), Duration.ofMillis(200));

    @TempDir
    Path folder;

    @Test
    void a_closed_database_is_read_without_a_new_file_beside_it() throws Exception {
        Path file = database("PRAGMA journal_mode=WAL", "CREATE TABLE note(text)", "INSERT INTO note VALUES ('one')");
        assertThat(unchangedWhile(() -> notes(file))).containsExactly("one");
        assertThat(names(folder)).containsExactly("store.db");
    }

    @Test
    void rows_that_exist_only_in_the_log_are_read_without_touching_log_or_index() throws Exception {
        Path file = leftBehind("with-index", true);
        assertThat(unchangedWhile(() -> notes(file))).containsExactly("one", "two");
        assertThat(names(folder.resolve("with-index"))).containsExactly("store.db", "store.db-shm", "store.db-wal");
    }

    @Test
    void a_log_without_its_index_is_read_from_a_copy() throws Exception {
        Path file = leftBehind("without-index", false);
        assertThat(unchangedWhile(() -> notes(file))).containsExactly("one", "two");
        assertThat(names(folder.resolve("without-index"))).containsExactly("store.db", "store.db-wal");
    }

    @Test
    void a_live_writer_is_read_along_with() throws Exception {
        Path file = database("PRAGMA journal_mode=WAL", "CREATE TABLE note(text)");
        try (var writer = open(file)) {
            run(writer, "INSERT INTO note VALUES ('one')");
            assertThat(notes(file)).containsExactly("one");
            run(writer, "INSERT INTO note VALUES ('two')");
            assertThat(notes(file)).containsExactly("one", "two");
        }
    }

    @Test
    void a_change_that_was_never_committed_is_not_seen() throws Exception {
        Path file = database("CREATE TABLE note(text)", "INSERT INTO note VALUES ('one')");
        Path left = folder.resolve("left");
        try (var writer = open(file)) {
            run(writer, "PRAGMA cache_size=1", "BEGIN", "UPDATE note SET text = 'torn'", manyNotes());
            copy(folder, left, true);
        }
        assertThat(left.resolve("store.db-journal")).isNotEmptyFile();
        assertThat(unchangedWhile(() -> notes(left.resolve("store.db")))).containsExactly("one");
    }

    @Test
    void names_with_signs_that_mean_something_in_a_url_are_opened() throws Exception {
        Path odd = Files.createDirectories(folder.resolve("a b?mode=rwc#100%25 é 日"));
        Path file = database("CREATE TABLE note(text)", "INSERT INTO note VALUES ('one')");
        Files.move(file, odd.resolve("store.db"));
        assertThat(notes(odd.resolve("store.db"))).containsExactly("one");
    }

    @Test
    void a_view_in_the_place_of_a_table_is_refused() throws Exception {
        Path file = database("CREATE TABLE other(text)", "CREATE VIEW note AS SELECT text FROM other");
        assertRefused(file, Reason.FOREIGN);
    }

    @Test
    void a_virtual_table_in_the_place_of_a_table_is_refused() throws Exception {
        Path file = database("CREATE VIRTUAL TABLE note USING fts5(text)");
        assertRefused(file, Reason.FOREIGN);
    }

    @Test
    void a_missing_file_and_a_missing_table_say_which() throws Exception {
        assertRefused(folder.resolve("store.db"), Reason.MISSING);
        assertRefused(database("CREATE TABLE other(text)"), Reason.FOREIGN);
    }

    @Test
    void an_empty_file_beside_a_log_leaves_the_log_alone() throws Exception {
        Path file = leftBehind("emptied", true);
        Files.write(file, new byte[0]);
        unchangedWhile(() -> {
            assertRefused(file, Reason.FOREIGN);
            return List.of();
        });
    }

    @Test
    void what_is_no_database_is_damaged() throws Exception {
        Path file = Files.writeString(folder.resolve("store.db"), "not a database at all ".repeat(100));
        assertRefused(file, Reason.CORRUPT);
    }

    @Test
    void a_pipe_or_a_link_in_the_place_of_a_file_is_refused() throws Exception {
        Path file = database("CREATE TABLE note(text)");
        Path link = Files.createSymbolicLink(folder.resolve("link.db"), file);
        assertRefused(link, Reason.FOREIGN);
        Files.createSymbolicLink(folder.resolve("store.db-wal"), folder.resolve("elsewhere"));
        assertRefused(file, Reason.FOREIGN);
    }

    @Test
    void a_locked_database_is_given_up_after_a_while() throws Exception {
        Path file = database("PRAGMA journal_mode=WAL", "CREATE TABLE note(text)");
        try (var writer = open(file)) {
            run(writer, "PRAGMA locking_mode=EXCLUSIVE", "INSERT INTO note VALUES ('one')");
            Files.createFile(folder.resolve("store.db-shm"));
            assertRefused(file, Reason.LOCKED);
        }
    }

    @Test
    void a_statement_that_runs_for_too_long_is_ended() throws Exception {
        Path file = database("CREATE TABLE note(text)", "INSERT INTO note VALUES ('one')", manyNotes());
        assertThatThrownBy(() -> ReadOnlyDatabase.read(file, SHORT, database -> {
                    database.query(
                            List.of("note"),
                            "SELECT count(*) FROM note a, note b, note c, note d",
                            List.of(),
                            row -> true);
                    return "";
                }))
                .isInstanceOfSatisfying(
                        UnreadableDatabaseException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.TOO_SLOW));
    }

    @Test
    void nothing_can_be_written_and_nothing_attached() throws Exception {
        Path file = database("CREATE TABLE note(text)");
        for (String sql : List.of("INSERT INTO note VALUES ('x')", "ATTACH '" + folder.resolve("new.db") + "' AS b")) {
            assertThatThrownBy(() -> ReadOnlyDatabase.read(file, SHORT, database -> {
                        database.query(List.of("note"), sql, List.of(), row -> true);
                        return "";
                    }))
                    .isInstanceOf(UnreadableDatabaseException.class);
        }
        assertThat(names(folder)).containsExactly("store.db");
    }

    @Test
    void values_of_another_type_than_asked_for_count_as_absent() throws Exception {
        Path file = database("CREATE TABLE note(text)", "INSERT INTO note VALUES (7), (x'00ff'), (NULL), ('a')");
        var seen = new ArrayList<String>();
        ReadOnlyDatabase.read(file, database -> {
            database.query(
                    List.of("note"),
                    "SELECT text FROM note",
                    List.of(),
                    row -> seen.add(row.text(0).orElse("-")
                            + row.number(0).orElse(-1)
                            + row.bytes(0).map(b -> b.length).orElse(0)));
            return "";
        });
        assertThat(seen).containsExactly("-70", "--12", "--10", "a-10");
    }

    @Test
    void a_value_beyond_the_limit_is_an_error_and_can_be_asked_round() throws Exception {
        Path file = database("CREATE TABLE note(text)", "INSERT INTO note VALUES (zeroblob(40000000)), ('small')");
        var seen = new ArrayList<String>();
        ReadOnlyDatabase.read(file, database -> {
            database.query(
                    List.of("note"),
                    "SELECT CASE WHEN octet_length(text) < 1000 THEN text END FROM note",
                    List.of(),
                    row -> seen.add(row.text(0).orElse("too long")));
            return "";
        });
        assertThat(seen).containsExactly("too long", "small");
    }

    private static String manyNotes() {
        return "INSERT INTO note WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i+1 FROM n WHERE i < 5000)"
                + " SELECT printf('%0100d', i) FROM n";
    }

    private void assertRefused(Path file, Reason reason) {
        assertThatThrownBy(() -> notes(file))
                .isInstanceOfSatisfying(
                        UnreadableDatabaseException.class,
                        e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(file.getFileName().toString());
    }

    private static List<String> notes(Path file) throws IOException {
        return ReadOnlyDatabase.read(file, SHORT, database -> {
            var notes = new ArrayList<String>();
            database.query(
                    List.of("note"),
                    "SELECT text FROM note ORDER BY text",
                    List.of(),
                    row -> notes.add(row.text(0).orElse("")));
            return notes;
        });
    }

    /// A store that its program did not close: all files as they were on disk while it was open.
    private Path leftBehind(String name, boolean index) throws Exception {
        Path file = database("PRAGMA journal_mode=WAL", "CREATE TABLE note(text)", "INSERT INTO note VALUES ('one')");
        Path left = folder.resolve(name);
        try (var writer = open(file)) {
            run(writer, "INSERT INTO note VALUES ('two')");
            copy(folder, left, index);
        }
        return left.resolve("store.db");
    }

    private Path database(String... statements) throws SQLException {
        Path file = folder.resolve("store.db");
        try (var connection = open(file)) {
            run(connection, statements);
        }
        return file;
    }

    private static Connection open(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static void copy(Path from, Path to, boolean index) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (index || !file.toString().endsWith("-shm")) {
                    Files.copy(file, to.resolve(file.getFileName().toString()));
                }
            }
        }
    }

    private List<String> unchangedWhile(Reading reading) throws Exception {
        var before = contents();
        var result = reading.read();
        assertThat(contents()).isEqualTo(before);
        return result;
    }

    @FunctionalInterface
    private interface Reading {
        List<String> read() throws Exception;
    }

    private Map<String, String> contents() throws IOException {
        var contents = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(
                        file.toString(),
                        Files.getLastModifiedTime(file)
                                + java.util.HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
