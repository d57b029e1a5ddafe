package dev.svc.server.usage;

import dev.svc.server.usage.price.ModelPrice;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Adds up what was used. Owned by the call that made it.
final class UsageSum {
    static final int HOURS_A_DAY = 24;

    private static final double MILLIONTHS = 1_000_000;

    private final long[] numbers = new long[SessionUse.NUMBERS];
    private double cost;
    private boolean isPriced;
    private long unpriced;
    private int sessions;
    private int lastSession = -1;

    /// Adds a cell.
    ///
    /// @param price of its model; empty where there is none
    void add(int hour, CallKind kind, long[] from, int at, Optional<ModelPrice> price) {
        add(from, at, dollars(hour, kind, from, at, price));
    }

    /// The same, with what the cell cost, as [#dollars(int, CallKind, long\[\], int, Optional)] has it.
    void add(long[] from, int at, double dollars) {
        for (int i = 0; i < SessionUse.LAST; i++) {
            numbers[i] += from[at + i];
        }
        numbers[SessionUse.LAST] = Math.max(numbers[SessionUse.LAST], from[at + SessionUse.LAST]);
        if (Double.isNaN(dollars)) {
            unpriced += tokens(from, at);
        } else {
            cost += dollars;
            isPriced = true;
        }
    }

    /// What a cell cost; no number where it has no price.
    static double dollars(int hour, CallKind kind, long[] from, int at, Optional<ModelPrice> price) {
        if (kind == CallKind.SAID) {
            return from[at + SessionUse.SAID] / MILLIONTHS;
        }
        if (price.isEmpty()) {
            return Double.NaN;
        }
        var day = LocalDate.ofEpochDay(Math.floorDiv(hour, HOURS_A_DAY));
        return price.get()
                .on(day, kind == CallKind.LARGE)
                .of(
                        from[at + SessionUse.INPUT],
                        from[at + SessionUse.OUTPUT],
                        from[at + SessionUse.CACHE_READ],
                        from[at + SessionUse.CACHE_WRITE],
                        from[at + SessionUse.CACHE_WRITE_HOUR]);
    }

    /// Notes that what is added next belongs to this session, whose parts come one after the other.
    void of(int session) {
        if (session != lastSession) {
            lastSession = session;
            sessions++;
        }
    }

    static long tokens(long[] numbers, int at) {
        return numbers[at + SessionUse.INPUT]
                + numbers[at + SessionUse.OUTPUT]
                + numbers[at + SessionUse.CACHE_READ]
                + numbers[at + SessionUse.CACHE_WRITE];
    }

    long tokens() {
        return tokens(numbers, 0);
    }

    boolean isEmpty() {
        return numbers[SessionUse.CALLS] == 0;
    }

    int sessions() {
        return sessions;
    }

    long unpriced() {
        return unpriced;
    }

    /// In dollars; null where nothing of it has a price.
    @Nullable
    Double cost() {
        return isPriced ? (Double) (Math.round(cost * MILLIONTHS) / MILLIONTHS) : null;
    }

    double dollars() {
        return cost;
    }

    /// In seconds since 1970; 0 where nothing was used.
    long lastSecond() {
        return numbers[SessionUse.LAST];
    }

    @Nullable
    Instant last() {
        long seconds = numbers[SessionUse.LAST];
        return seconds == 0 ? null : Instant.ofEpochSecond(seconds);
    }

    UsageView.Counts counts() {
        return new UsageView.Counts(
                numbers[SessionUse.CALLS],
                numbers[SessionUse.INPUT],
                numbers[SessionUse.OUTPUT],
                numbers[SessionUse.CACHE_READ],
                numbers[SessionUse.CACHE_WRITE],
                numbers[SessionUse.REASONING],
                cost(),
                unpriced);
    }
}
