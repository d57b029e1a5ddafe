package dev.svc.server.engine.turn;

/// For each turn of a conversation: the bytes up to its end, and an identity that changes when another turn takes its
/// place.
public final class MeasuredTurns {
    private final long[] ends;
    private final long[] identities;

    /// Both arrays have one entry for each turn and belong to this object from now on.
    public MeasuredTurns(long[] ends, long[] identities) {
        this.ends = ends;
        this.identities = identities;
    }

    public int count() {
        return ends.length;
    }

    /// As [TurnIndex#firstWithin].
    public int firstWithin(long bytes) {
        int first = 0;
        while (first < ends.length && (first == 0 ? 0 : ends[first - 1]) < ends[ends.length - 1] - bytes) {
            first++;
        }
        return first;
    }

    /// As [TurnIndex#generation].
    public long generation(int before) {
        return Lineage.of(0, Math.min(before, identities.length), turn -> identities[turn]);
    }

    /// As [TurnIndex#weight].
    public long weight() {
        return (long) ends.length * 2 * Long.BYTES;
    }
}
