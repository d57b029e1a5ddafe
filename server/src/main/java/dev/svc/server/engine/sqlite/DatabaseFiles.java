package dev.svc.server.engine.sqlite;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/// A snapshot of a database and the files beside it, by their attributes only.
///
/// Invariant: this process opens a live database through SQLite only. Closing any other handle of a file would drop
/// every lock that the process holds on it.
record DatabaseFiles(
        FileStamp database,
        @Nullable FileStamp wal,
        @Nullable FileStamp shm,
        @Nullable FileStamp journal) {

    /// File times advance with the kernel's clock tick: a younger file may change again without a trace.
    static final Duration SETTLED = Duration.ofMillis(50);

    /// How the database can be read so that neither it nor its folder changes.
    enum Way {
        /// Beside the program that may be writing, with its locks; the index of the log is only read, or made in
        /// memory.
        LIVE("mode=ro&readonly_shm=1"),
        /// Only the database file counts, so it is read without locks and compared afterwards.
        ALONE("mode=ro&immutable=1"),
        /// What SQLite would have to write beside it (an index, a rollback) it writes beside a private copy.
        COPY("mode=rw");

        /// A longer value is an error, so that it cannot take a gigabyte of memory.
        private static final int MAX_VALUE = 32 << 20;

        private final String parameters;

        Way(String parameters) {
            this.parameters = parameters;
        }

        Connection connect(Path file, Duration patience) throws SQLException {
            var config = new SQLiteConfig();
            config.setReadOnly(this != COPY);
            config.setBusyTimeout((int) patience.toMillis());
            config.enableLoadExtension(false);
            var connection =
                    (SQLiteConnection) config.createConnection("jdbc:sqlite:file:" + encoded(file) + '?' + parameters);
            try {
                restrict(connection);
                return connection;
            } catch (SQLException refused) {
                connection.close();
                throw refused;
            }
        }

        private static void restrict(SQLiteConnection connection) throws SQLException {
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, MAX_VALUE);
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            try (var statement = connection.createStatement()) {
                statement.execute("PRAGMA query_only = 1");
                statement.execute("PRAGMA trusted_schema = 0");
                statement.execute("PRAGMA cell_size_check = 1");
                statement.execute("PRAGMA mmap_size = 0");
            }
            connection.setAutoCommit(false);
        }
    }

    /// Looks at the files; only regular ones will do, because a pipe would never end.
    static DatabaseFiles of(Path file) throws IOException {
        var database = stamp(file);
        if (database == null) {
            throw new UnreadableDatabaseException(file, Reason.MISSING, "is missing", null);
        }
        return new DatabaseFiles(
                database, stamp(sibling(file, "-wal")), stamp(sibling(file, "-shm")), stamp(sibling(file, "-journal")));
    }

    private static @Nullable FileStamp stamp(Path file) throws IOException {
        Optional<FileStamp> stamp = FileStamp.of(file);
        if (stamp.isEmpty() && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnreadableDatabaseException(file, Reason.FOREIGN, "is no regular file", null);
        }
        return stamp.orElse(null);
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    /// Never opens an empty database beside a log: SQLite would take the log for a leftover and delete it.
    void requireContent() throws UnreadableDatabaseException {
        if (database.size() == 0) {
            throw new UnreadableDatabaseException(database.path(), Reason.FOREIGN, "is empty", null);
        }
    }

    Way way() {
        if (hasBytes(journal) || (hasBytes(wal) && shm == null)) {
            return Way.COPY;
        }
        return wal != null && shm != null ? Way.LIVE : Way.ALONE;
    }

    private static boolean hasBytes(@Nullable FileStamp stamp) {
        return stamp != null && stamp.size() > 0;
    }

    /// Whether a later change is certain to show in the files' times.
    boolean isSettled(Instant now) {
        return content().allMatch(stamp -> {
            long age = now.toEpochMilli() - stamp.modifiedNanos() / 1_000_000;
            return age < 0 || age >= SETTLED.toMillis();
        });
    }

    boolean isStillSo() throws IOException {
        return equals(of(database.path()));
    }

    /// The files that SQLite needs; it rebuilds the index of the log from them.
    Stream<FileStamp> content() {
        return Stream.of(database, wal, journal).filter(Objects::nonNull);
    }

    private static String encoded(Path file) {
        var text = new StringBuilder();
        for (byte b : file.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b > 0 && (Character.isLetterOrDigit(b) || "/._-".indexOf(b) >= 0);
            text.append(plain ? String.valueOf((char) b) : "%%%02X".formatted(b));
        }
        return text.toString();
    }
}
