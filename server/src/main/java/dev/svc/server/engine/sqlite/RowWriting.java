package dev.svc.server.engine.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sqlite.SQLiteConfig;

/// Writes rows that were kept back into a program's database, in one transaction: all of them or none. This is the one
/// place where svc writes to a database of another program.
public final class RowWriting {
    private static final int PATIENCE_MILLIS = 5_000;

    private final Path database;
    private final Map<String, IfThere> tables;

    /// What happens to a row whose key the database has already.
    public enum IfThere {
        /// It is another's as well, and stays as it is.
        LEAVE,
        /// Nothing is written at all.
        REFUSE
    }

    /// For one database.
    ///
    /// @param tables that may be written to, and nothing else
    public RowWriting(Path database, Map<String, IfThere> tables) {
        this.database = database;
        this.tables = Map.copyOf(tables);
    }

    /// Writes them.
    ///
    /// @throws FileAlreadyExistsException when a row is there that must not be
    public void write(Path rows) throws IOException {
        var config = new SQLiteConfig();
        config.setBusyTimeout(PATIENCE_MILLIS);
        config.enableLoadExtension(false);
        config.enforceForeignKeys(true);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        try (var connection = config.createConnection("jdbc:sqlite:" + database);
                var lines = Files.newBufferedReader(rows, StandardCharsets.UTF_8)) {
            execute(connection, "PRAGMA trusted_schema = 0");
            connection.setAutoCommit(false);
            try {
                // Holds for this transaction: a message comes before the session that it refers to.
                execute(connection, "PRAGMA defer_foreign_keys = 1");
                write(connection, lines);
                connection.commit();
            } catch (IOException | SQLException | RuntimeException refused) {
                connection.rollback();
                throw refused;
            }
        } catch (SQLException failure) {
            throw UnreadableDatabaseException.of(database, failure);
        }
    }

    /// Makes a database with the tables that these rows need, for svc's own reading of them.
    public void make(Path rows) throws IOException {
        try (var connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + database);
                var lines = Files.newBufferedReader(rows, StandardCharsets.UTF_8)) {
            connection.setAutoCommit(false);
            for (var line = RowLines.read(lines); line.isPresent(); line = RowLines.read(lines)) {
                if (!line.get().columns().isEmpty()
                        && tables.containsKey(line.get().table())) {
                    var columns = line.get().columns().stream().map(RowLines::quoted);
                    execute(
                            connection,
                            "CREATE TABLE IF NOT EXISTS %s (%s)"
                                    .formatted(
                                            RowLines.quoted(line.get().table()),
                                            columns.collect(Collectors.joining(", "))));
                }
            }
            connection.commit();
        } catch (SQLException failure) {
            throw UnreadableDatabaseException.of(database, failure);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void write(Connection connection, BufferedReader lines) throws IOException, SQLException {
        var columns = new HashMap<String, Set<String>>();
        for (var line = RowLines.read(lines); line.isPresent(); line = RowLines.read(lines)) {
            var table = line.get().table();
            var ifThere = tables.get(table);
            if (ifThere == null) {
                throw new IOException("a row that was kept belongs to a table that svc does not write to: " + table);
            }
            var there = columns.get(table);
            if (there == null) {
                there = columns(connection, table);
                columns.put(table, there);
            }
            if (line.get().columns().isEmpty()) {
                write(connection, line.get(), there, ifThere);
            }
        }
    }

    private static Set<String> columns(Connection connection, String table) throws SQLException {
        var columns = new HashSet<String>();
        try (var statement = connection.prepareStatement("SELECT name FROM pragma_table_info(?)")) {
            statement.setString(1, table);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
        }
        return columns;
    }

    /// Columns that a newer or an older version of the program does not have are left out.
    private static void write(Connection connection, RowLines.Line line, Set<String> there, IfThere ifThere)
            throws IOException, SQLException {
        var names = new TreeSet<>(line.values().keySet());
        names.retainAll(there);
        if (names.isEmpty()) {
            throw new IOException(
                    "The program's database has no table \"%s\" as it was: start the program once, then try again."
                            .formatted(line.table()));
        }
        var sql = "INSERT OR IGNORE INTO %s (%s) VALUES (%s)"
                .formatted(
                        RowLines.quoted(line.table()),
                        names.stream().map(RowLines::quoted).collect(Collectors.joining(", ")),
                        names.stream().map(_ -> "?").collect(Collectors.joining(", ")));
        try (var statement = connection.prepareStatement(sql)) {
            int at = 1;
            for (var name : List.copyOf(names)) {
                statement.setObject(at++, line.values().get(name));
            }
            if (statement.executeUpdate() == 0 && ifThere == IfThere.REFUSE) {
                throw new FileAlreadyExistsException(line.table(), null, "The program has this session already.");
            }
        }
    }
}
