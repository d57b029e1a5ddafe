package dev.svc.server.engine.sqlite;

import dev.svc.server.engine.sqlite.DatabaseFiles.Way;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// One read operation on a store: chooses how to open it, and retries when the store changed meanwhile.
final class DatabaseReading {
    private static final int ATTEMPTS = 5;

    private final Path file;
    private final ReadOnlyDatabase.Limits limits;

    DatabaseReading(Path file, ReadOnlyDatabase.Limits limits) {
        this.file = file;
        this.limits = limits;
    }

    <T> T run(ReadOnlyDatabase.Work<T> work) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var result = attempted(settled(), work);
            if (result.isPresent()) {
                return result.get();
            }
        }
        throw new UnreadableDatabaseException(file, Reason.LOCKED, "changed each time while it was read", null);
    }

    /// Waits until a change during the reading is certain to show, but not for a store that never rests.
    private DatabaseFiles settled() throws IOException {
        var files = DatabaseFiles.of(file);
        for (int i = 0; i < ATTEMPTS && files.way() != Way.LIVE && !files.isSettled(Instant.now()); i++) {
            pause();
            files = DatabaseFiles.of(file);
        }
        return files;
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(DatabaseFiles.SETTLED.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException("stopped while waiting for a store");
        }
    }

    private <T> Optional<T> attempted(DatabaseFiles files, ReadOnlyDatabase.Work<T> work) throws IOException {
        files.requireContent();
        return switch (files.way()) {
            case LIVE -> live(files, work);
            case ALONE -> whileUnchanged(files, () -> open(file, Way.ALONE, work));
            case COPY -> whileUnchanged(files, () -> copied(files, work));
        };
    }

    private <T> Optional<T> live(DatabaseFiles files, ReadOnlyDatabase.Work<T> work) throws IOException {
        try {
            return Optional.of(open(file, Way.LIVE, work));
        } catch (UnreadableDatabaseException refused) {
            if (refused.reason() != Reason.REFUSED) {
                throw refused;
            }
            return whileUnchanged(files, () -> copied(files, work));
        }
    }

    /// Without locks, only unchanged files prove that what was read, or what failed, is consistent.
    private <T> Optional<T> whileUnchanged(DatabaseFiles files, Attempt<T> attempt) throws IOException {
        T result;
        try {
            result = attempt.run();
        } catch (IOException failure) {
            if (files.isStillSo()) {
                throw failure;
            }
            return Optional.empty();
        }
        return files.isStillSo() ? Optional.of(result) : Optional.empty();
    }

    @FunctionalInterface
    private interface Attempt<T> {
        T run() throws IOException;
    }

    private <T> T copied(DatabaseFiles files, ReadOnlyDatabase.Work<T> work) throws IOException {
        try (var copy = PrivateCopy.of(files)) {
            return open(copy.database(), Way.COPY, work);
        }
    }

    private <T> T open(Path database, Way way, ReadOnlyDatabase.Work<T> work) throws IOException {
        try (var connection = way.connect(database, limits.locked())) {
            return work.read(new ReadOnlyDatabase(file, connection, StatementClock.on(connection, limits.statement())));
        } catch (SQLException failure) {
            throw UnreadableDatabaseException.of(file, failure);
        }
    }
}
