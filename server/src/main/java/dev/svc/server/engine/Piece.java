package dev.svc.server.engine;

import dev.svc.server.engine.file.FileStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A unit of reading: the files whose bytes decide the facts of some sessions. Equal pieces say the same.
///
/// @param key stays the same while its files change
public record Piece(String key, List<FileStamp> files) {

    /// A commit of SQLite is in the log, with its size and time, before others may see it: the disk is waited for
    /// in between. A database that is read meanwhile says the old, under stamps that do not change any more.
    private static final long COMMIT_NANOS = Duration.ofSeconds(3).toNanos();

    /// A log from tomorrow is not young but wrong.
    private static final long SKEW_NANOS = Duration.ofDays(1).toNanos();

    private static final String LOG_OF_DATABASE = "-wal";

    public Piece {
        files = List.copyOf(files);
    }

    public long size() {
        return files.stream().mapToLong(FileStamp::size).sum();
    }

    /// Whether what is read from now on is all that these stamps stand for; not so while the log of a database is
    /// younger than a commit may take.
    public boolean isSettled(Instant now) {
        long at = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        return files.stream().noneMatch(file -> isLog(file) && isYoung(at - file.modifiedNanos()));
    }

    private static boolean isYoung(long age) {
        return age < COMMIT_NANOS && age > -SKEW_NANOS;
    }

    private static boolean isLog(FileStamp file) {
        return file.path().toString().endsWith(LOG_OF_DATABASE);
    }
}
