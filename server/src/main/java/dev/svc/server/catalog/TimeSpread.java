package dev.svc.server.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// How a list that is ordered by time is spread over days and months, so that it can be laid out before its rows are
/// there.
///
/// @param favourites how many rows stand first, whatever their time
/// @param counts of the others, the newest first: a day each (`2026-11-21`), and from some day on a month each
/// (`2026-08`)
public record TimeSpread(int favourites, List<Count> counts) {
    /// Nobody names a single day that is longer ago.
    private static final int DAYS = 62;

    public record Count(String at, int count) {}

    public TimeSpread {
        counts = List.copyOf(counts);
    }

    /// @param rows favourites first, then the newest first
    static TimeSpread of(List<Listed> rows, ZoneId zone) {
        int favourites = 0;
        while (favourites < rows.size() && rows.get(favourites).marks().sticky()) {
            favourites++;
        }
        int first = favourites;
        var others = new Run(
                rows.size() - first,
                place -> rows.get(first + place).facts().updatedAt().toEpochMilli());
        return of(favourites, List.of(others), zone);
    }

    /// Rows in the order of time, the newest first.
    ///
    /// @param updated when the row in a place was, in milliseconds
    public record Run(int size, IntToLongFunction updated) {
        /// Looks in halves: a hundred thousand rows take seventeen steps.
        private int firstBefore(long time, int from) {
            int low = from;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (updated.applyAsLong(middle) < time) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }
    }

    /// Of rows of several hosts, which nobody has put into one order.
    ///
    /// @param runs the rows of each host that are no favourites
    static TimeSpread of(int favourites, List<Run> runs, ZoneId zone) {
        var counts = new ArrayList<Count>();
        int[] at = new int[runs.size()];
        for (var newest = newest(runs, at); newest.isPresent(); newest = newest(runs, at)) {
            var day = LocalDate.ofInstant(Instant.ofEpochMilli(newest.getAsLong()), zone);
            boolean single = counts.size() < DAYS;
            var first = single ? day : day.withDayOfMonth(1);
            long begin = first.atStartOfDay(zone).toInstant().toEpochMilli();
            int count = 0;
            for (int run = 0; run < at.length; run++) {
                int end = runs.get(run).firstBefore(begin, at[run]);
                count += end - at[run];
                at[run] = end;
            }
            counts.add(new Count(single ? day.toString() : monthOf(day), count));
        }
        return new TimeSpread(favourites, counts);
    }

    /// Of those that are not counted yet.
    private static OptionalLong newest(List<Run> runs, int[] at) {
        return IntStream.range(0, at.length)
                .filter(run -> at[run] < runs.get(run).size())
                .mapToLong(run -> runs.get(run).updated().applyAsLong(at[run]))
                .max();
    }

    private static String monthOf(LocalDate day) {
        return YearMonth.from(day).toString();
    }
}
