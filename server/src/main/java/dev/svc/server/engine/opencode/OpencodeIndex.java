package dev.svc.server.engine.opencode;

import dev.svc.server.engine.TurnIndex;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Where the turns of one conversation lie in the database: the numbers of their rows.
final class OpencodeIndex implements TurnIndex {
    private final String digest;
    private final Outline.Kind[] kinds;
    private final long[] messages;
    private final long[] ends;
    private final int[] firstPart;
    private final long[] parts;
    private final long generation;

    OpencodeIndex(String digest, List<Outline.Step> steps, Optional<OpencodeIndex> former) {
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
        this.generation = former.map(before -> before.generation + (before.goesOnIn(this) ? 0 : 1))
                .orElse(0L);
    }

    /// The newest turn may still become something else: what was only thought so far becomes a call.
    private boolean goesOnIn(OpencodeIndex next) {
        int same = messages.length;
        int settled = Math.max(0, same - 1);
        return next.messages.length >= same
                && Arrays.equals(messages, 0, same, next.messages, 0, same)
                && Arrays.equals(kinds, 0, settled, next.kinds, 0, settled);
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
    public long generation() {
        return generation;
    }

    @Override
    public long weight() {
        return (long) kinds.length * (3 * Long.BYTES + Integer.BYTES) + (long) parts.length * Long.BYTES;
    }
}
