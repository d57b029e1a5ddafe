package dev.svc.server.wiring.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// Throttles the log: lines that clients can cause are limited per minute, and the rest is only counted. A full disk
/// would refuse changes.
///
/// What the rest of the service says is not counted: a flood must not be able to hide it.
final class LogFlood implements Filter {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final int MOST = 60;

    private final Handler handler;
    private final LongSupplier nanoTime;

    @GuardedBy("this")
    private long minuteBegan;

    @GuardedBy("this")
    private int written;

    @GuardedBy("this")
    private long left;

    LogFlood(Handler handler, LongSupplier nanoTime) {
        this.handler = handler;
        this.nanoTime = nanoTime;
        this.minuteBegan = nanoTime.getAsLong();
    }

    @Override
    public boolean isLoggable(LogRecord entry) {
        return !isCausedByClients(entry) || count();
    }

    private static boolean isCausedByClients(LogRecord entry) {
        String logger = entry.getLoggerName();
        return logger != null
                && (logger.startsWith("io.helidon.")
                        || logger.startsWith("dev.svc.server.http.")
                        || logger.startsWith("dev.svc.server.auth."));
    }

    /// Whether there is room for one more in this minute.
    private boolean count() {
        long missing = 0;
        boolean room;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (now - minuteBegan >= MINUTE) {
                missing = left;
                minuteBegan = now;
                written = 0;
                left = 0;
            }
            room = written < MOST;
            if (room) {
                written++;
            } else {
                left++;
            }
        }
        if (missing > 0) {
            var sentence = new LogRecord(
                    Level.WARNING, missing + " more lines of what clients caused were left out in a minute.");
            sentence.setLoggerName("dev.svc.server");
            handler.publish(sentence);
        }
        return room;
    }
}
