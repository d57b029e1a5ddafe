package dev.svc.server.change.fold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which lines of one text are which lines of another, in their order: the shortest way as long as that is found at a
/// bearable cost, else by the lines that occur once in both, else not at all. Owned by one comparison.
final class LineDiff {
    /// Lines that differ at most, for the shortest way; its memory grows with the square.
    private static final int MOST_DIFFERENT = 1_000;

    private final int[] one;
    private final int[] other;
    private final int[] match;
    private final Budget budget;

    /// Steps that all comparisons of one answer may take together.
    static final class Budget {
        private static final long USUAL = 60_000_000;

        private long left;

        Budget() {
            this(USUAL);
        }

        Budget(long steps) {
            left = steps;
        }

        boolean take(long steps) {
            left -= steps;
            return left >= 0;
        }
    }

    private record Range(int from, int to, int otherFrom, int otherTo) {
        boolean isEmpty() {
            return from == to || otherFrom == otherTo;
        }
    }

    private LineDiff(int[] one, int[] other, Budget budget) {
        this.one = one;
        this.other = other;
        this.budget = budget;
        this.match = new int[one.length];
        Arrays.fill(match, -1);
    }

    /// For each line of the first, which one of the second it is; -1 where it is none. Numbers grow.
    static int[] match(List<String> one, List<String> other, Budget budget) {
        var numbers = new HashMap<String, Integer>();
        var diff = new LineDiff(numbers(one, numbers), numbers(other, numbers), budget);
        var waiting = new ArrayList<Range>();
        waiting.add(new Range(0, one.size(), 0, other.size()));
        while (!waiting.isEmpty()) {
            diff.compare(waiting.removeLast(), waiting);
        }
        return diff.match;
    }

    private static int[] numbers(List<String> lines, Map<String, Integer> known) {
        var numbers = new int[lines.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = known.computeIfAbsent(lines.get(i), _ -> known.size());
        }
        return numbers;
    }

    private void compare(Range whole, List<Range> waiting) {
        var range = trimmed(whole);
        if (!range.isEmpty() && !shortest(range)) {
            anchored(range, waiting);
        }
    }

    private Range trimmed(Range whole) {
        int from = whole.from();
        int otherFrom = whole.otherFrom();
        while (from < whole.to() && otherFrom < whole.otherTo() && one[from] == other[otherFrom]) {
            match[from++] = otherFrom++;
        }
        int to = whole.to();
        int otherTo = whole.otherTo();
        while (to > from && otherTo > otherFrom && one[to - 1] == other[otherTo - 1]) {
            match[--to] = --otherTo;
        }
        return new Range(from, to, otherFrom, otherTo);
    }

    /// The greedy way of Myers: how far each diagonal gets with so many differences. False when it takes too many.
    private boolean shortest(Range range) {
        int length = range.to() - range.from();
        int otherLength = range.otherTo() - range.otherFrom();
        int most = Math.min(MOST_DIFFERENT, length + otherLength);
        var reached = new int[2 * most + 2];
        var trail = new ArrayList<int[]>();
        for (int differences = 0; differences <= most; differences++) {
            if (!budget.take(2L * differences + 1)) {
                return false;
            }
            trail.add(Arrays.copyOfRange(reached, most - differences, most + differences + 2));
            for (int diagonal = -differences; diagonal <= differences; diagonal += 2) {
                int x = step(reached, most, diagonal, differences);
                int y = x - diagonal;
                while (x < length
                        && y >= 0
                        && y < otherLength
                        && one[range.from() + x] == other[range.otherFrom() + y]) {
                    x++;
                    y++;
                }
                reached[most + diagonal] = x;
                if (x >= length && y >= otherLength) {
                    follow(range, trail, differences);
                    return true;
                }
            }
        }
        return false;
    }

    private static int step(int[] reached, int middle, int diagonal, int differences) {
        boolean down = diagonal == -differences
                || (diagonal != differences && reached[middle + diagonal - 1] < reached[middle + diagonal + 1]);
        return down ? reached[middle + diagonal + 1] : reached[middle + diagonal - 1] + 1;
    }

    private void follow(Range range, List<int[]> trail, int differences) {
        int x = range.to() - range.from();
        int y = range.otherTo() - range.otherFrom();
        for (int d = differences; d >= 0; d--) {
            var reached = trail.get(d);
            int diagonal = x - y;
            boolean down = diagonal == -d || (diagonal != d && reached[d + diagonal - 1] < reached[d + diagonal + 1]);
            int before = down ? diagonal + 1 : diagonal - 1;
            int fromX = d == 0 ? 0 : reached[d + before];
            int fromY = d == 0 ? 0 : fromX - before;
            while (x > fromX && y > fromY) {
                x--;
                y--;
                match[range.from() + x] = range.otherFrom() + y;
            }
            x = fromX;
            y = fromY;
        }
    }

    /// Lines that occur once in both, as many of them as are in one order, are the same; what is between is compared.
    private void anchored(Range range, List<Range> waiting) {
        var places = places(range);
        var chain = chain(places);
        if (chain.isEmpty()) {
            return;
        }
        int from = range.from();
        int otherFrom = range.otherFrom();
        for (var anchor : chain) {
            match[anchor[0]] = anchor[1];
            waiting.add(new Range(from, anchor[0], otherFrom, anchor[1]));
            from = anchor[0] + 1;
            otherFrom = anchor[1] + 1;
        }
        waiting.add(new Range(from, range.to(), otherFrom, range.otherTo()));
    }

    private List<int[]> places(Range range) {
        var seen = new HashMap<Integer, int[]>();
        for (int i = range.from(); i < range.to(); i++) {
            var counts = seen.computeIfAbsent(one[i], _ -> new int[4]);
            counts[0]++;
            counts[1] = i;
        }
        for (int i = range.otherFrom(); i < range.otherTo(); i++) {
            var counts = seen.get(other[i]);
            if (counts != null) {
                counts[2]++;
                counts[3] = i;
            }
        }
        var once = new ArrayList<int[]>();
        for (var counts : seen.values()) {
            if (counts[0] == 1 && counts[2] == 1) {
                once.add(new int[] {counts[1], counts[3]});
            }
        }
        once.sort(Comparator.comparingInt(place -> place[0]));
        return once;
    }

    /// The longest run of places that grow in the second text too.
    private static List<int[]> chain(List<int[]> places) {
        var tails = new int[places.size()];
        var before = new int[places.size()];
        int length = 0;
        for (int i = 0; i < places.size(); i++) {
            int low = 0;
            int high = length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (places.get(tails[middle])[1] < places.get(i)[1]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            before[i] = low > 0 ? tails[low - 1] : -1;
            tails[low] = i;
            length = Math.max(length, low + 1);
        }
        var chain = new ArrayList<int[]>();
        for (int i = length > 0 ? tails[length - 1] : -1; i >= 0; i = before[i]) {
            chain.addFirst(places.get(i));
        }
        return chain;
    }
}
