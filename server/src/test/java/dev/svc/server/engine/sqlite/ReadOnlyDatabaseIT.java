package dev.svc.server.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading while another process writes, with real locks and a real shared index.
class ReadOnlyDatabaseIT {
    private static final int ROWS = 2_000;

    @TempDir
    Path folder;

    /// The other program: one committed row after the other, with checkpoints between them, and no tidy end.
    static final class Writer {
        public static void main(String[] arguments) throws SQLException {
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                    var statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode=WAL");
                statement.execute("PRAGMA wal_autocheckpoint=50");
                statement.execute("PRAGMA synchronous=OFF");
                statement.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, text)");
                for (int i = 1; i <= ROWS; i++) {
                    statement.execute("INSERT INTO note VALUES (" + i + ", hex(zeroblob(200)))");
                }
                Runtime.getRuntime().halt(0);
            }
        }
    }

    @Test
    void every_reading_beside_a_writing_program_is_whole_and_newer_than_the_last() throws Exception {
        Path file = folder.resolve("store.db");
        var writer = start(file);
        var counts = new ArrayList<Long>();
        do {
            if (Files.exists(folder.resolve("store.db-shm"))) {
                counts.add(count(file));
            }
        } while (writer.isAlive());
        assertThat(writer.waitFor()).isZero();
        assertThat(counts).isSorted();
        assertThat(names()).contains("store.db-shm", "store.db-wal");
        assertThat(count(file)).isEqualTo(ROWS);
    }

    private static Process start(Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        return new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classes,
                        Writer.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
    }

    /// Rows are numbered without gaps, so the highest number and the count agree in every consistent state.
    private static long count(Path file) throws IOException {
        return ReadOnlyDatabase.read(file, database -> {
            if (!database.hasTable("note")) {
                return 0L;
            }
            var counted = new ArrayList<Long>();
            database.query(List.of("note"), "SELECT count(*), ifnull(max(id), 0) FROM note", List.of(), row -> {
                assertThat(row.number(0)).isEqualTo(row.number(1));
                return counted.add(row.number(0).orElseThrow());
            });
            return counted.getFirst();
        });
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
