package dev.svc.server.engine;

import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Turns of conversations that are only known when all of them is read: documents that are replaced whole, logs that
/// take back what they said. What is kept of them is a fingerprint a turn, which tells whether earlier ones changed.
public final class WholeTurns implements Turns {
    private final Teller teller;

    /// Reads a whole conversation.
    @FunctionalInterface
    public interface Teller {
        /// All turns there are now.
        ///
        /// @throws java.nio.file.NoSuchFileException when there is no such session
        List<Turn> tell(String nativeId) throws IOException;
    }

    public WholeTurns(Teller teller) {
        this.teller = teller;
    }

    private static final class WholeIndex implements TurnIndex {
        private final int[] fingerprints;
        private final long[] ends;
        private final long generation;

        WholeIndex(List<Turn> turns, Optional<TurnIndex> former) {
            this.fingerprints = turns.stream().mapToInt(WholeIndex::fingerprint).toArray();
            this.ends = new long[turns.size()];
            long size = 0;
            for (int i = 0; i < ends.length; i++) {
                size += size(turns.get(i));
                ends[i] = size;
            }
            this.generation = former.isPresent() && former.get() instanceof WholeIndex known
                    ? known.generation + (known.goesOnIn(this) ? 0 : 1)
                    : 0;
        }

        /// Of what stays as it is when the turn goes on: an answer may grow, a call gets its result.
        private static int fingerprint(Turn turn) {
            var tool =
                    turn.tool() == null ? "" : turn.tool().name() + turn.tool().inputSummary();
            return Arrays.hashCode(
                    new Object[] {turn.role().name(), turn.mark().name(), tool, Excerpt.cut(turn.text(), 40)});
        }

        private static long size(Turn turn) {
            long size = turn.text().length();
            size += turn.thinking() == null ? 0 : turn.thinking().length();
            var tool = turn.tool();
            size += tool == null ? 0 : tool.inputSummary().length();
            return size + (tool == null ? 0 : tool.outputSummary().length());
        }

        private boolean goesOnIn(WholeIndex next) {
            return next.fingerprints.length >= fingerprints.length
                    && Arrays.equals(fingerprints, 0, fingerprints.length, next.fingerprints, 0, fingerprints.length);
        }

        @Override
        public int count() {
            return fingerprints.length;
        }

        @Override
        public int firstWithin(long bytes) {
            int first = 0;
            while (first < ends.length && (first == 0 ? 0 : ends[first - 1]) < ends[ends.length - 1] - bytes) {
                first++;
            }
            return first;
        }

        @Override
        public long generation() {
            return generation;
        }

        @Override
        public long weight() {
            return (long) fingerprints.length * (Integer.BYTES + Long.BYTES);
        }
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        return new WholeIndex(teller.tell(nativeId), former);
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to) throws IOException {
        var turns = teller.tell(nativeId);
        int end = Math.min(Math.min(to, index.count()), turns.size());
        return end <= from ? List.of() : List.copyOf(turns.subList(Math.max(0, from), end));
    }
}
