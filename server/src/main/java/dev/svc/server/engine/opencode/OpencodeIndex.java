package dev.svc.server.engine.opencode;

import dev.svc.server.engine.turn.MeasuredTurns;
import dev.svc.server.engine.turn.TurnIndex;
import java.util.Arrays;
import java.util.List;

/// Where the turns of one conversation lie in the database: the numbers of their rows.
final class OpencodeIndex implements TurnIndex {
    private final String digest;
    private final Outline.Kind[] kinds;
    private final long[] messages;
    private final int[] firstPart;
    private final long[] parts;
    private final MeasuredTurns turns;

    OpencodeIndex(String digest, List<Outline.Step> steps) {
        this.digest = digest;
        this.kinds = steps.stream().map(Outline.Step::kind).toArray(Outline.Kind[]::new);
        this.messages = steps.stream().mapToLong(Outline.Step::message).toArray();
        this.parts = steps.stream()
                .flatMap(step -> step.parts().stream())
                .mapToLong(Long::longValue)
                .toArray();
        this.firstPart = new int[kinds.length + 1];
        for (int i = 0; i < kinds.length; i++) {
            firstPart[i + 1] = firstPart[i] + steps.get(i).parts().size();
        }
        this.turns = new MeasuredTurns(
                steps.stream().mapToLong(Outline.Step::end).toArray(),
                steps.stream().mapToLong(Outline.Step::identity).toArray());
    }

    String digest() {
        return digest;
    }

    Outline.Kind kind(int turn) {
        return kinds[turn];
    }

    long message(int turn) {
        return messages[turn];
    }

    long[] parts(int turn) {
        return Arrays.copyOfRange(parts, firstPart[turn], firstPart[turn + 1]);
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
    public boolean isSameAs(TurnIndex former) {
        return former instanceof OpencodeIndex other && digest.equals(other.digest);
    }

    @Override
    public long weight() {
        return turns.weight()
                + (long) kinds.length * (2 * Long.BYTES + Integer.BYTES)
                + (long) parts.length * Long.BYTES;
    }
}
