package dev.svc.server.usage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When some turns of a conversation began that follow each other.
///
/// @param first the number of the first of them
/// @param began one for each; empty where the log does not say
/// @param end when the turn after them began; null where there is none, or where the log does not say
public record TurnTimes(
        int first, List<Optional<Instant>> began, @Nullable Instant end) {
    /// Of a conversation without turns.
    public static final TurnTimes NONE = new TurnTimes(0, List.of(), null);

    /// What logs say may be any time at all.
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    public TurnTimes {
        began = List.copyOf(began);
    }

    /// Where each turn begins, in milliseconds since 1970, and at last where they end, which is where the next ones
    /// begin when these are asked for. What is older than all turns of a conversation belongs to its first one. A
    /// turn that says no time, or an earlier one than a turn before it, begins when that one did.
    private long[] starts() {
        var starts = new long[began.size() + 1];
        long latest = first == 0 ? Long.MIN_VALUE : known().orElse(Long.MAX_VALUE);
        for (int i = 0; i < began.size(); i++) {
            if (i + first > 0) {
                latest = Math.max(latest, began.get(i).map(TurnTimes::millis).orElse(latest));
            }
            starts[i] = latest;
        }
        starts[began.size()] = end == null ? Long.MAX_VALUE : millis(end);
        return starts;
    }

    private Optional<Long> known() {
        return began.stream().flatMap(Optional::stream).map(TurnTimes::millis).findFirst();
    }

    /// What finds the turn of a call.
    Finder finder() {
        return new Finder(first, starts());
    }

    static long millis(Instant time) {
        return millis(time, Instant.EPOCH);
    }

    /// In milliseconds since 1970, and not before some time.
    static long millis(Instant time, Instant earliest) {
        if (time.isBefore(earliest)) {
            return earliest.toEpochMilli();
        }
        return (time.isAfter(LATEST) ? LATEST : time).toEpochMilli();
    }

    /// Finds turns by time.
    static final class Finder {
        private final int first;
        private final long[] starts;

        private Finder(int first, long[] starts) {
            this.first = first;
            this.starts = starts;
        }

        int first() {
            return first;
        }

        int turns() {
            return starts.length - 1;
        }

        long from() {
            return starts[0];
        }

        /// Exclusive.
        long to() {
            return starts[turns()];
        }

        /// The number of the last of the turns that began at that time or before; the first one where none did.
        int turnAt(long time) {
            int low = 0;
            int high = turns() - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (starts[middle] <= time) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return first + low;
        }
    }
}
