package dev.svc.server.engine.turn;

import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Turns of conversations that must be read in full: documents that are replaced as a whole, logs that revoke earlier
/// records. Keeps one identity per turn, which shows whether earlier ones changed.
public final class WholeTurns implements Turns {
    private final Teller teller;
    private final DeedTeller deeds;

    /// Reads a whole conversation.
    @FunctionalInterface
    public interface Teller {
        /// All turns there are now.
        ///
        /// @throws java.nio.file.NoSuchFileException when there is no such session
        List<Turn> tell(String nativeId, Detail detail) throws IOException;
    }

    /// Tells the deeds of a whole conversation.
    @FunctionalInterface
    public interface DeedTeller {
        /// False where nobody knows them.
        ///
        /// @throws java.nio.file.NoSuchFileException when there is no such session
        boolean tell(String nativeId, EditSink sink) throws IOException;
    }

    public WholeTurns(Teller teller) {
        this(teller, (_, _) -> false);
    }

    public WholeTurns(Teller teller, DeedTeller deeds) {
        this.teller = teller;
        this.deeds = deeds;
    }

    @Override
    public boolean edits(String nativeId, TurnIndex index, EditSink sink) throws IOException {
        return deeds.tell(nativeId, sink);
    }

    private static final class WholeIndex implements TurnIndex {
        private static final int OPENING = 40;

        private final MeasuredTurns turns;

        WholeIndex(List<Turn> turns) {
            var ends = new long[turns.size()];
            long size = 0;
            for (int i = 0; i < ends.length; i++) {
                size += size(turns.get(i));
                ends[i] = size;
            }
            this.turns = new MeasuredTurns(
                    ends, turns.stream().mapToLong(WholeIndex::identity).toArray());
        }

        /// Of what stays as it is when the turn goes on: an answer grows, a call gets its result, and what was only
        /// thought so far becomes a call.
        private static long identity(Turn turn) {
            boolean typed = turn.role() == Turn.Role.USER;
            var at = turn.at() == null ? "" : turn.at().toString();
            return Lineage.identity(at + (typed ? '>' + Excerpt.cut(turn.text(), OPENING) : ""));
        }

        /// Everything counts that can grow, what a sub-agent says too.
        private static long size(Turn turn) {
            long size = turn.text().length();
            size += turn.thinking() == null ? 0 : turn.thinking().length();
            for (var inner : turn.inner()) {
                size += size(inner);
            }
            var tool = turn.tool();
            return tool == null ? size : size + size(tool);
        }

        private static long size(Turn.ToolUse tool) {
            long size =
                    (long) tool.inputSummary().length() + tool.outputSummary().length();
            return size + tool.name().length() + (tool.ok() == null ? 0 : 1);
        }

        @Override
        public int count() {
            return turns.count();
        }

        @Override
        public int firstWithin(long bytes) {
            return turns.firstWithin(bytes);
        }

        @Override
        public long generation(int before) {
            return turns.generation(before);
        }

        @Override
        public long extent() {
            return turns.extent();
        }

        @Override
        public int firstSince(long extent) {
            return turns.firstSince(extent);
        }

        @Override
        public long weight() {
            return turns.weight();
        }
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        return new WholeIndex(teller.tell(nativeId, Detail.BRIEF));
    }

    @Override
    public boolean readsWhole() {
        return true;
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
        var turns = teller.tell(nativeId, detail);
        int end = Math.min(Math.min(to, index.count()), turns.size());
        return end <= from ? List.of() : List.copyOf(turns.subList(Math.max(0, from), end));
    }
}
