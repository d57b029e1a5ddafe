package dev.svc.server.engine.opencode;

import dev.svc.server.engine.turn.Lineage;
import dev.svc.server.engine.turn.TurnIndex;
import java.util.Arrays;
import java.util.List;

/// Where the turns of one conversation lie in the database: the numbers of their rows.
final class OpencodeIndex implements TurnIndex {
    private final String digest;
    private final Outline.Kind[] kinds;
    private final long[] messages;
    private final long[] ends;
    private final int[] firstPart;
    private final long[] parts;
    private final long[] identities;

    OpencodeIndex(String digest, List<Outline.Step> steps) {
        this.digest = digest;
        this.kinds = steps.stream().map(Outline.Step::kind).toArray(Outline.Kind[]::new);
        this.messages = steps.stream().mapToLong(Outline.Step::message).toArray();
        this.ends = steps.stream().mapToLong(Outline.Step::end).toArray();
        this.parts = steps.stream()
                .flatMap(step -> step.parts().stream())
                .mapToLong(Long::longValue)
                .toArray();
        this.firstPart = new int[kinds.length + 1];
        for (int i = 0; i < kinds.length; i++) {
            firstPart[i + 1] = firstPart[i] + steps.get(i).parts().size();
        }
        this.identities = steps.stream().mapToLong(Outline.Step::identity).toArray();
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
        return kinds.length;
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
    public long generation(int before) {
        return Lineage.of(0, Math.min(before, identities.length), turn -> identities[turn]);
    }

    @Override
    public long weight() {
        return (long) kinds.length * (4 * Long.BYTES + Integer.BYTES) + (long) parts.length * Long.BYTES;
    }
}
