package dev.svc.server.usage;

import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The file that what was read is kept in, each call of a model once, with the marks of the readings: both are written
/// in one transaction. Used by one thread.
final class UsageDatabase implements AutoCloseable {
    static final String FILE = "usage.sqlite";

    /// Of what is in the file; another one is thrown away.
    private static final int VERSION = 2;

    private static final int PATIENCE_MILLIS = 5_000;
    private static final List<String> ENDINGS = List.of("", "-wal", "-shm", "-journal");

    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE session (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, parent TEXT, created INTEGER NOT NULL,"
                    + " stamp INTEGER NOT NULL, mark TEXT NOT NULL, unreadable INTEGER NOT NULL, gone INTEGER NOT NULL)",
            "CREATE TABLE model (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
            "CREATE TABLE call (key INTEGER PRIMARY KEY, session INTEGER NOT NULL, at INTEGER NOT NULL,"
                    + " model INTEGER NOT NULL, kind INTEGER NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL,"
                    + " cache_read INTEGER NOT NULL, cache_write INTEGER NOT NULL, cache_write_hour INTEGER NOT NULL,"
                    + " reasoning INTEGER NOT NULL, cost REAL NOT NULL)",
            "CREATE INDEX call_of_session ON call (session, at)",
            "CREATE TABLE quota (engine TEXT NOT NULL, name TEXT NOT NULL, seen INTEGER NOT NULL, used REAL NOT NULL,"
                    + " minutes INTEGER NOT NULL, resets INTEGER NOT NULL, PRIMARY KEY (engine, name, seen))",
            "CREATE TABLE said (what TEXT PRIMARY KEY, at INTEGER NOT NULL)");

    private static final String CALL_COLUMNS =
            "session, at, model, kind, input, output, cache_read, cache_write, cache_write_hour, reasoning, cost";

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    private UsageDatabase(Connection connection) {
        this.connection = connection;
    }

    /// Opens the file, which is made where there is none.
    ///
    /// @throws SQLException when it is damaged, or of another version
    static UsageDatabase open(Path folder) throws IOException, SQLException {
        var file = OwnerOnly.closed(folder).resolve(FILE);
        boolean isNew = !Files.exists(file);
        if (isNew) {
            Files.createFile(file, OwnerOnly.fileAttributes(folder));
        }
        var config = new SQLiteConfig();
        config.setBusyTimeout(PATIENCE_MILLIS);
        config.enableLoadExtension(false);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        var database = new UsageDatabase(config.createConnection("jdbc:sqlite:" + file));
        try {
            database.begin();
            if (isNew || database.version() == 0) {
                database.make();
            }
            database.requireVersion();
            return database;
        } catch (SQLException refused) {
            database.close();
            throw refused;
        }
    }

    /// Opens it for looking at it alone; empty where there is none.
    static Optional<UsageDatabase> look(Path folder) throws SQLException {
        var file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var config = new SQLiteConfig();
        config.setBusyTimeout(PATIENCE_MILLIS);
        config.enableLoadExtension(false);
        config.setReadOnly(true);
        var database = new UsageDatabase(config.createConnection("jdbc:sqlite:" + file));
        try {
            database.requireVersion();
            return Optional.of(database);
        } catch (SQLException refused) {
            database.close();
            throw refused;
        }
    }

    /// Removes the file, so that it is made again from the logs.
    static void remove(Path folder) throws IOException {
        for (var ending : ENDINGS) {
            Files.deleteIfExists(folder.resolve(FILE + ending));
        }
    }

    /// Whether the file is the reason, and not the place where it lies.
    static boolean isDamage(SQLException failure) {
        if (!(failure instanceof SQLiteException known)) {
            return true;
        }
        var code = known.getResultCode();
        return switch (SQLiteErrorCode.getErrorCode(code.code & 0xff)) {
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_CONSTRAINT -> true;
            default -> false;
        };
    }

    private void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    private int version() throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    private void requireVersion() throws SQLException {
        int version = version();
        if (version != VERSION) {
            throw new SQLException("what was counted is of version %d, not %d".formatted(version, VERSION));
        }
    }

    private void make() throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var table : SCHEMA) {
                statement.execute(table);
            }
            statement.execute("PRAGMA user_version = " + VERSION);
        }
        connection.commit();
    }

    /// The statement with these arguments; each text is prepared once.
    private PreparedStatement prepared(String sql, @Nullable Object... arguments) throws SQLException {
        var known = statements.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            statements.put(sql, known);
        }
        for (int i = 0; i < arguments.length; i++) {
            known.setObject(i + 1, arguments[i]);
        }
        return known;
    }

    /// Sees one row of a result.
    @FunctionalInterface
    interface RowReader {
        void row(ResultSet row) throws SQLException;
    }

    private void query(RowReader reader, String sql, @Nullable Object... arguments) throws SQLException {
        try (var rows = prepared(sql, arguments).executeQuery()) {
            while (rows.next()) {
                reader.row(rows);
            }
        }
    }

    /// Every session, and every call in the order of its sessions and times.
    void load(UsedSessions tally) throws SQLException {
        query(row -> tally.knowsModel(row.getInt(1), row.getString(2)), "SELECT n, name FROM model");
        query(
                row -> {
                    var id = SessionId.find(row.getString(2));
                    if (id.isPresent()) {
                        var use = new SessionUse(row.getInt(1), id.get());
                        use.parent = Optional.ofNullable(row.getString(3))
                                .flatMap(SessionId::find)
                                .orElse(null);
                        use.created = row.getLong(4);
                        use.stamp = row.getLong(5);
                        use.unreadable = row.getInt(6);
                        use.isGone = row.getInt(7) != 0;
                        tally.knows(use);
                    }
                },
                "SELECT n, id, parent, created, stamp, unreadable, gone FROM session");
        query(row -> tally.add(call(row)), "SELECT " + CALL_COLUMNS + " FROM call ORDER BY session, at");
        query(
                row -> EngineKey.find(row.getString(1)).ifPresent(engine -> tally.limit(engine, limit(row))),
                "SELECT engine, name, seen, used, minutes, resets FROM quota ORDER BY seen");
        query(row -> tally.said(row.getString(1)), "SELECT what FROM said");
    }

    private static LimitNote limit(ResultSet row) {
        try {
            long resets = row.getLong(6);
            return new LimitNote(
                    row.getString(2),
                    row.getDouble(4),
                    row.getInt(5),
                    resets == 0 ? null : Instant.ofEpochSecond(resets),
                    Instant.ofEpochMilli(row.getLong(3)));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Call call(ResultSet row) throws SQLException {
        return new Call(
                row.getInt(1),
                row.getLong(2),
                row.getInt(3),
                CallKind.numbered(row.getInt(4)),
                new TokenCounts(
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        row.getLong(8),
                        row.getLong(9),
                        row.getLong(10)),
                row.getDouble(11));
    }

    /// Sees calls.
    @FunctionalInterface
    interface CallReader {
        void call(Call call);
    }

    /// The calls of a session in a time, in its order, as many as there may be.
    ///
    /// @param from in milliseconds since 1970
    /// @param to exclusive
    /// @return how many there were
    int calls(int session, long from, long to, int most, CallReader reader) throws SQLException {
        var seen = new int[1];
        query(
                row -> {
                    reader.call(call(row));
                    seen[0]++;
                },
                "SELECT " + CALL_COLUMNS + " FROM call WHERE session = ? AND at >= ? AND at < ? ORDER BY at LIMIT ?",
                session,
                from,
                to,
                most);
        return seen[0];
    }

    int addSession(SessionId id) throws SQLException {
        prepared(
                        "INSERT INTO session (id, created, stamp, mark, unreadable, gone) VALUES (?, 0, 0, '', 0, 0)",
                        id.toString())
                .executeUpdate();
        return newest();
    }

    int addModel(String name) throws SQLException {
        prepared("INSERT INTO model (name) VALUES (?)", name).executeUpdate();
        return newest();
    }

    private int newest() throws SQLException {
        var found = new ArrayList<Integer>();
        query(row -> found.add(row.getInt(1)), "SELECT last_insert_rowid()");
        return found.getFirst();
    }

    String mark(SessionUse use) throws SQLException {
        var found = new ArrayList<String>();
        query(row -> found.add(row.getString(1)), "SELECT mark FROM session WHERE n = ?", use.number);
        return found.isEmpty() ? "" : found.getFirst();
    }

    void save(SessionUse use, String mark) throws SQLException {
        prepared(
                        "UPDATE session SET parent = ?, created = ?, stamp = ?, mark = ?, unreadable = ?, gone = 0 WHERE n = ?",
                        use.parent == null ? null : use.parent.toString(),
                        use.created,
                        use.stamp,
                        mark,
                        use.unreadable,
                        use.number)
                .executeUpdate();
    }

    void gone(SessionUse use) throws SQLException {
        prepared("UPDATE session SET gone = 1, stamp = 0 WHERE n = ?", use.number)
                .executeUpdate();
    }

    /// Whether the call was not known.
    boolean add(long key, Call call) throws SQLException {
        var tokens = call.tokens();
        return prepared(
                                "INSERT INTO call (key, " + CALL_COLUMNS
                                        + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
                                key,
                                call.session(),
                                call.at(),
                                call.model(),
                                call.kind().number(),
                                tokens.input(),
                                tokens.output(),
                                tokens.cacheRead(),
                                tokens.cacheWrite(),
                                tokens.cacheWriteHour(),
                                tokens.reasoning(),
                                call.cost())
                        .executeUpdate()
                > 0;
    }

    Call find(long key) throws SQLException {
        var found = new ArrayList<Call>();
        query(row -> found.add(call(row)), "SELECT " + CALL_COLUMNS + " FROM call WHERE key = ?", key);
        return found.getFirst();
    }

    void replace(long key, Call call) throws SQLException {
        prepared("DELETE FROM call WHERE key = ?", key).executeUpdate();
        add(key, call);
    }

    /// Keeps the notes of a limit that are still needed: the newest, and those of the hours before it.
    void limit(EngineKey engine, LimitNote note, Instant since) throws SQLException {
        prepared(
                        "INSERT OR REPLACE INTO quota (engine, name, seen, used, minutes, resets) VALUES (?, ?, ?, ?, ?, ?)",
                        engine.key(),
                        note.name(),
                        note.seenAt().toEpochMilli(),
                        note.usedPercent(),
                        note.minutes(),
                        note.resetsAt() == null ? 0 : note.resetsAt().getEpochSecond())
                .executeUpdate();
        prepared(
                        "DELETE FROM quota WHERE engine = ? AND name = ? AND seen < ?",
                        engine.key(),
                        note.name(),
                        since.toEpochMilli())
                .executeUpdate();
    }

    /// Notes that something was said that is said once.
    void said(String what, Instant at) throws SQLException {
        prepared("INSERT OR REPLACE INTO said (what, at) VALUES (?, ?)", what, at.getEpochSecond())
                .executeUpdate();
    }

    void commit() throws SQLException {
        connection.commit();
    }

    void rollback() throws SQLException {
        connection.rollback();
    }

    /// What was not committed is lost.
    @Override
    public void close() throws SQLException {
        for (var statement : statements.values()) {
            statement.close();
        }
        connection.close();
    }
}
