package dev.svc.server.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.sqlite.RowWriting.IfThere;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowWritingTest {
    private static final String SCHEMA = "CREATE TABLE note (id TEXT PRIMARY KEY, owner TEXT, said ANY, at INTEGER)";
    private static final Map<String, IfThere> NOTES = Map.of("note", IfThere.REFUSE);

    @TempDir
    Path folder = Path.of("");

    private Path from = folder;
    private Path to = folder;

    @BeforeEach
    void make() throws Exception {
        from = database("from.db");
        to = database("to.db");
        execute(
                from,
                "INSERT INTO note VALUES ('a', 'ann', 'text with \"quotes\"', 1)",
                "INSERT INTO note VALUES ('b', 'ann', 1.5, 2)",
                "INSERT INTO note VALUES ('c', 'ann', x'00ff', 3)",
                "INSERT INTO note VALUES ('d', 'ann', NULL, 9007199254740993)",
                "INSERT INTO note VALUES ('e', 'bob', 'another''s', 5)");
    }

    private Path database(String name) throws SQLException {
        var file = folder.resolve(name);
        execute(file, SCHEMA);
        return file;
    }

    private static void execute(Path database, String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> notes(Path database) throws SQLException {
        var notes = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT id || ' ' || owner || ' ' || quote(said) || ' ' || typeof(said) || ' ' || at FROM note"
                                + " ORDER BY id")) {
            while (rows.next()) {
                notes.add(rows.getString(1));
            }
        }
        return notes;
    }

    private Path annsNotes() throws IOException {
        var lines = folder.resolve("rows");
        ReadOnlyDatabase.read(from, database -> {
            try (BufferedWriter out = Files.newBufferedWriter(lines)) {
                RowLines.write(database, "note", "owner", "ann", List.of("id"), out);
            }
            return lines;
        });
        return lines;
    }

    @Test
    void values_of_every_type_come_back_as_they_were() throws Exception {
        new RowWriting(to, NOTES).write(annsNotes());
        assertThat(notes(to)).isEqualTo(notes(from).subList(0, 4)).hasSize(4);
    }

    @Test
    void where_one_row_is_there_none_is_written() throws Exception {
        execute(to, "INSERT INTO note VALUES ('c', 'cat', 'mine', 7)");
        assertThatThrownBy(() -> new RowWriting(to, NOTES).write(annsNotes()))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(notes(to)).containsExactly("c cat 'mine' text 7");
    }

    @Test
    void a_row_of_others_is_left_as_it_is() throws Exception {
        execute(to, "INSERT INTO note VALUES ('c', 'cat', 'mine', 7)");
        new RowWriting(to, Map.of("note", IfThere.LEAVE)).write(annsNotes());
        assertThat(notes(to)).hasSize(4).contains("c cat 'mine' text 7");
    }

    @Test
    void a_table_that_is_not_meant_is_not_written_to() throws Exception {
        execute(to, "CREATE TABLE credential (id TEXT PRIMARY KEY)");
        var lines = Files.writeString(
                folder.resolve("planted"), "{\"table\":\"credential\",\"row\":{\"id\":\"planted\"}}\n");
        assertThatThrownBy(() -> new RowWriting(to, NOTES).write(lines)).hasMessageContaining("credential");
        assertThat(notes(to)).isEmpty();
    }

    @Test
    void columns_that_are_not_there_are_left_out_and_names_are_no_sql() throws Exception {
        var lines = Files.writeString(
                folder.resolve("planted"),
                "{\"table\":\"note\",\"row\":{\"id\":\"x\",\"owner\":\"ann\",\"at\":1,"
                        + "\"said\\\"); DROP TABLE note; --\":\"planted\"}}\n");
        new RowWriting(to, NOTES).write(lines);
        assertThat(notes(to)).containsExactly("x ann NULL null 1");
    }

    @Test
    void a_database_without_the_table_asks_for_the_program_to_be_started() throws Exception {
        var empty = folder.resolve("empty.db");
        execute(empty, "CREATE TABLE other (id TEXT)");
        var lines = annsNotes();
        assertThatThrownBy(() -> new RowWriting(empty, NOTES).write(lines))
                .hasMessageContaining("start the program once");
    }

    @Test
    void a_database_of_svcs_own_gets_the_tables_that_the_rows_need() throws Exception {
        var made = folder.resolve("made.db");
        var writing = new RowWriting(made, NOTES);
        var lines = annsNotes();
        writing.make(lines);
        writing.write(lines);
        assertThat(notes(made)).isEqualTo(notes(from).subList(0, 4));
    }

    @Test
    void what_is_no_row_is_refused() throws Exception {
        var lines = Files.writeString(folder.resolve("planted"), "[]\n");
        assertThatThrownBy(() -> new RowWriting(to, NOTES).write(lines)).isInstanceOf(IOException.class);
    }
}
