package dev.svc.server.engine.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.ProgressHandler;

/// Ends a statement that runs for too long: the driver's own query timeout only bounds the wait for a lock.
final class StatementClock extends ProgressHandler {
    /// Virtual machine steps between two looks at the clock: some tenths of a millisecond.
    private static final int STEPS = 20_000;

    private final long limit;
    private long started = System.nanoTime();

    private StatementClock(Duration limit) {
        this.limit = limit.toNanos();
    }

    static StatementClock on(Connection connection, Duration limit) throws SQLException {
        var clock = new StatementClock(limit);
        ProgressHandler.setHandler(connection, STEPS, clock);
        return clock;
    }

    void restart() {
        started = System.nanoTime();
    }

    @Override
    protected int progress() {
        return System.nanoTime() - started > limit ? 1 : 0;
    }
}
