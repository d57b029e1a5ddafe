package dev.svc.server.engine.sqlite;

import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/// A SQLite store of another program, seen in one consistent state; neither it nor its folder changes by a byte.
///
/// Only ordinary tables are read, so that no definition in a store (a view, a virtual table) runs as a program of
/// its own. An instance lives during one [#read(Path, Work)] and belongs to its thread.
public final class ReadOnlyDatabase {
    private final Path file;
    private final Connection connection;
    private final StatementClock clock;
    private final Set<String> ordinary = new HashSet<>();

    ReadOnlyDatabase(Path file, Connection connection, StatementClock clock) {
        this.file = file;
        this.connection = connection;
        this.clock = clock;
    }

    /// How long a locked store and a single statement are waited for.
    public record Limits(Duration locked, Duration statement) {
        public static final Limits USUAL = new Limits(Duration.ofSeconds(2), Duration.ofSeconds(10));
    }

    /// What is done with an open store; it runs again from the start when the store changed meanwhile.
    @FunctionalInterface
    public interface Work<T> {
        T read(ReadOnlyDatabase database) throws IOException;
    }

    /// Sees one row; `false` ends the query.
    @FunctionalInterface
    public interface RowVisitor {
        boolean row(Row row) throws IOException;
    }

    /// Opens the store for as long as the work takes.
    public static <T> T read(Path file, Work<T> work) throws IOException {
        return read(file, Limits.USUAL, work);
    }

    public static <T> T read(Path file, Limits limits, Work<T> work) throws IOException {
        return new DatabaseReading(file, limits).run(work);
    }

    /// Whether an ordinary table of this name is there.
    public boolean hasTable(String table) throws IOException {
        if (ordinary.contains(table)) {
            return true;
        }
        var found = new HashSet<String>();
        run(
                "SELECT name FROM sqlite_master WHERE lower(name) = ? AND type = 'table' AND rootpage > 0",
                List.of(table.toLowerCase(Locale.ROOT)),
                row -> found.add(table));
        return ordinary.addAll(found);
    }

    /// The columns of an ordinary table, which differ from one version of a program to the next.
    public Set<String> columns(String table) throws IOException {
        requireTable(table);
        var columns = new HashSet<String>();
        run("SELECT name FROM pragma_table_info(?)", List.of(table), row -> {
            row.text(0).ifPresent(columns::add);
            return true;
        });
        return columns;
    }

    /// Runs a query over the named tables; each must be an ordinary one.
    public void query(List<String> tables, String sql, List<?> arguments, RowVisitor visitor) throws IOException {
        for (String table : tables) {
            requireTable(table);
        }
        run(sql, arguments, visitor);
    }

    /// Writes the whole database, as it is in this state, to a file that is not there yet.
    public void snapshot(Path target) throws IOException {
        try {
            Files.deleteIfExists(target);
            connection.unwrap(SQLiteConnection.class).getDatabase().backup("main", target.toString(), null);
        } catch (SQLException failure) {
            throw UnreadableDatabaseException.of(file, failure);
        }
    }

    private void requireTable(String table) throws IOException {
        if (!hasTable(table)) {
            throw new UnreadableDatabaseException(file, Reason.FOREIGN, "has no ordinary table " + table, null);
        }
    }

    private void run(String sql, List<?> arguments, RowVisitor visitor) throws IOException {
        clock.restart();
        try (var statement = prepared(sql, arguments);
                var rows = statement.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            boolean more = true;
            while (more && rows.next()) {
                more = visitor.row(Row.of(rows, columns));
            }
        } catch (SQLException failure) {
            throw UnreadableDatabaseException.of(file, failure);
        }
    }

    private PreparedStatement prepared(String sql, List<?> arguments) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (int i = 0; i < arguments.size(); i++) {
            statement.setObject(i + 1, arguments.get(i));
        }
        return statement;
    }

    /// One row, whose values count only when they have the type that was asked for: a store may hold anything anywhere.
    public static final class Row {
        private final @Nullable Object[] values;

        private Row(@Nullable Object[] values) {
            this.values = values;
        }

        private static Row of(ResultSet rows, int columns) throws SQLException {
            var values = new @Nullable Object[columns];
            for (int i = 0; i < columns; i++) {
                values[i] = rows.getObject(i + 1);
            }
            return new Row(values);
        }

        /// Text in a column, counted from 0; empty when something else is there.
        public Optional<String> text(int column) {
            return values[column] instanceof String text ? Optional.of(text) : Optional.empty();
        }

        /// What is in a column, in SQLite's own types; empty where there is nothing.
        public Optional<Object> value(int column) {
            return Optional.ofNullable(values[column]);
        }

        public OptionalLong number(int column) {
            return values[column] instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
        }

        public Optional<byte[]> bytes(int column) {
            return values[column] instanceof byte[] bytes ? Optional.of(bytes) : Optional.empty();
        }
    }
}
