package dev.svc.server.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

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
        return of(rows.size(), favourites, place -> rows.get(place).facts().updatedAt(), zone);
    }

    /// @param updatedAt of the row in a place; after the favourites, the newest first
    static TimeSpread of(int size, int favourites, IntFunction<Instant> updatedAt, ZoneId zone) {
        var counts = new ArrayList<Count>();
        for (int from = favourites; from < size; ) {
            var day = LocalDate.ofInstant(updatedAt.apply(from), zone);
            boolean single = counts.size() < DAYS;
            var first = single ? day : day.withDayOfMonth(1);
            int end = firstBefore(first.atStartOfDay(zone).toInstant(), updatedAt, from, size);
            counts.add(new Count(single ? day.toString() : monthOf(day), end - from));
            from = end;
        }
        return new TimeSpread(favourites, counts);
    }

    private static String monthOf(LocalDate day) {
        return YearMonth.from(day).toString();
    }

    /// Looks in halves: a hundred thousand rows take seventeen steps.
    private static int firstBefore(Instant time, IntFunction<Instant> updatedAt, int from, int size) {
        int low = from + 1;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (updatedAt.apply(middle).isBefore(time)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
