package dev.svc.server.engine.json;

import dev.svc.server.engine.file.Excerpt;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which entries of a log are its conversation, where each names the one that it follows and what was taken back stays
/// in the file: those on the way from the last one back to the first. Owned by the reading that made it.
///
/// Nearly every log is straight: each entry follows the one ahead of it, and to go on only the last name is needed. One
/// that turns off is looked at from its start.
public final class LinePath {
    private static final String NAMELESS = "?";
    private static final int LONGEST_NAME = 64;

    /// Of a log with more entries all count: it was not written by people and their programs.
    private static final int MOST = 200_000;

    private static final long[] NOTHING = {};

    private final Names names;
    private final boolean mayTurnOff;
    private final long[] left;
    private String last;

    /// How the lines of a log name themselves.
    @FunctionalInterface
    public interface Names {
        /// Null for a line that is no entry; such a line counts wherever it is.
        @Nullable
        NamedLine of(JsonLine line);
    }

    /// What a line is to the conversation.
    public enum Step {
        COUNTS,
        /// It was taken back.
        LEFT,
        /// The log is not straight, which has to be known from its start.
        TURNS_OFF
    }

    private LinePath(Names names, boolean mayTurnOff, long[] left, String last) {
        this.names = names;
        this.mayTurnOff = mayTurnOff;
        this.left = left;
        this.last = last;
    }

    /// For a log that is straight as far as anybody knows, from where it was left.
    ///
    /// @param last what [#last()] was there; empty at the start
    public static LinePath straight(Names names, String last) {
        return new LinePath(names, true, NOTHING, last);
    }

    /// To be asked line by line.
    ///
    /// @param offset where the line begins, as the look was told
    public Step step(long offset, JsonLine line) {
        if (!mayTurnOff) {
            return Arrays.binarySearch(left, offset) >= 0 ? Step.LEFT : Step.COUNTS;
        }
        var named = names.of(line);
        if (named == null) {
            return Step.COUNTS;
        }
        if (!follows(named, last)) {
            return Step.TURNS_OFF;
        }
        last = name(named.id());
        return Step.COUNTS;
    }

    /// The name of the last entry, to go on from; empty before the first.
    public String last() {
        return last;
    }

    private static boolean follows(NamedLine named, String last) {
        var before = named.before();
        return before == null
                || (before.isEmpty() ? last.isEmpty() : name(before).equals(last));
    }

    /// A name from a damaged log may be long, and have anything in it.
    private static String name(String written) {
        return written.isEmpty()
                ? NAMELESS
                : Excerpt.cut(written, LONGEST_NAME).replace('\t', ' ').replace('\n', ' ');
    }

    /// A look at a whole log. Owned by the reading that made it.
    public static final class Look {
        private final Names names;
        private final Map<String, Integer> latest = new HashMap<>();
        private long[] offsets = new long[64];
        private int[] before = new int[64];
        private int count;
        private boolean tooMany;
        private String last = "";

        public Look(Names names) {
            this.names = names;
        }

        /// Takes the lines in their order.
        public void line(long offset, JsonLine line) {
            var named = names.of(line);
            if (named == null) {
                return;
            }
            int follows = before(named);
            last = name(named.id());
            if (count == MOST) {
                tooMany = true;
                return;
            }
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, count * 2);
                before = Arrays.copyOf(before, count * 2);
            }
            offsets[count] = offset;
            before[count] = follows;
            latest.put(last, count);
            count++;
        }

        /// The entry that this one follows; -1 where there is none. Whoever is not there was damaged, and then the one
        /// ahead is the best guess. An entry never follows a later one, so that no way goes in circles.
        private int before(NamedLine named) {
            if (follows(named, last)) {
                return count - 1;
            }
            var wanted = named.before();
            return wanted == null || wanted.isEmpty() ? -1 : latest.getOrDefault(name(wanted), count - 1);
        }

        /// What the look found.
        public LinePath path() {
            return new LinePath(names, false, tooMany ? NOTHING : left(), last);
        }

        private long[] left() {
            var path = new BitSet(count);
            for (int at = count - 1; at >= 0; at = before[at]) {
                path.set(at);
            }
            var found = new long[count - path.cardinality()];
            int next = 0;
            for (int at = path.nextClearBit(0); at < count; at = path.nextClearBit(at + 1)) {
                found[next++] = offsets[at];
            }
            return found;
        }
    }
}
