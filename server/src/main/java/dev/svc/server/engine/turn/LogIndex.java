package dev.svc.server.engine.turn;

import dev.svc.server.engine.file.ReadMark;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Where the turns of a log of lines begin and which lines belong to them: offsets, no texts.
final class LogIndex implements TurnIndex {
    private static final int REFERENCE = Long.BYTES + 3 * Integer.BYTES;
    private static final int NAME = 150;

    /// Of an extent: the place takes the others.
    private static final int SUM_BITS = 24;

    private final Source source;
    private final References references;
    private final int[] first;
    private final Map<String, TurnScan.Open> open;
    private final Map<String, Integer> calls;

    /// What was read.
    ///
    /// @param marks where the reading of each part stopped
    /// @param size how many bytes of the log there were
    /// @param last the name of the last entry, in logs whose entries have one
    record Source(List<LogPart> parts, List<ReadMark> marks, long size, long generation, String last) {}

    /// The lines that make turns, in the order of the log.
    static final class References {
        /// Where each line begins, the parts of the log counted as one.
        final long[] offsets;

        /// What each line contributes, as the script named it.
        final int[] parts;

        /// Whose it is.
        final int[] turns;

        /// What it was.
        final int[] sums;

        References(long[] offsets, int[] parts, int[] turns, int[] sums) {
            this.offsets = offsets;
            this.parts = parts;
            this.turns = turns;
            this.sums = sums;
        }

        /// How many there are before a place in the log.
        int before(long place) {
            int found = Arrays.binarySearch(offsets, place);
            int count = found < 0 ? -found - 1 : found;
            while (count > 0 && offsets[count - 1] >= place) {
                count--;
            }
            return count;
        }
    }

    /// @param first for each turn, where its references begin
    /// @param open the turns that lines to come may add to
    /// @param calls those that wait for an answer, the oldest first
    LogIndex(
            Source source,
            References references,
            int[] first,
            Map<String, TurnScan.Open> open,
            Map<String, Integer> calls) {
        this.source = source;
        this.references = references;
        this.first = first;
        this.open = open;
        this.calls = calls;
    }

    Source source() {
        return source;
    }

    References references() {
        return references;
    }

    int[] first() {
        return first.clone();
    }

    Map<String, TurnScan.Open> open() {
        return open;
    }

    Map<String, Integer> calls() {
        return calls;
    }

    @Override
    public int count() {
        return first.length;
    }

    @Override
    public int firstWithin(long bytes) {
        int low = 0;
        int high = first.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (references.offsets[first[middle]] < source.size() - bytes) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// A turn begins where it began.
    @Override
    public long generation(int before) {
        return Lineage.of(source.generation(), Math.min(before, first.length), turn -> references.offsets[first[turn]]);
    }

    /// The end of what was read, and a checksum of the lines before it.
    @Override
    public long extent() {
        return end() << SUM_BITS | sum(references.offsets.length);
    }

    private long end() {
        int last = source.parts().size() - 1;
        if (last < 0) {
            return 0; // nothing has been logged yet
        }
        long before =
                source.parts().subList(0, last).stream().mapToLong(LogPart::end).sum();
        return before + source.marks().get(last).offset();
    }

    private long sum(int references) {
        return Lineage.of(references, references, i -> this.references.sums[i]) & ((1L << SUM_BITS) - 1);
    }

    @Override
    public int firstSince(long extent) {
        long place = extent >>> SUM_BITS;
        int before = references.before(place);
        if (place > end() || (extent & ((1L << SUM_BITS) - 1)) != sum(before)) {
            return 0;
        }
        int first = count();
        for (int i = before; i < references.turns.length; i++) {
            first = Math.min(first, references.turns[i]);
        }
        return first;
    }

    @Override
    public boolean isSameAs(TurnIndex former) {
        return former instanceof LogIndex other
                && source.generation() == other.source.generation()
                && source.parts().equals(other.source.parts())
                && extent() == other.extent();
    }

    @Override
    public long weight() {
        return (long) first.length * Integer.BYTES
                + (long) references.offsets.length * REFERENCE
                + (long) (open.size() + calls.size()) * NAME;
    }

    /// The references of the turns in the order of their lines.
    int[] referencesOf(int from, int to) {
        var found = new int[16];
        int count = 0;
        for (int i = from < to ? first[from] : references.turns.length; i < references.turns.length; i++) {
            if (references.turns[i] >= from && references.turns[i] < to) {
                found = count == found.length ? Arrays.copyOf(found, count * 2) : found;
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
