package dev.svc.server.engine.turn;

/// For each turn of a conversation: the bytes up to its end, and an identity that changes when another turn takes its
/// place.
public final class MeasuredTurns {
    /// So many of the last turns may still change, as a call does that waits for its result.
    private static final int UNFINISHED = 8;

    private static final long MASK = 0xFFFF_FFFFL;

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

    /// As [TurnIndex#extent]: how many turns seemed finished, and a checksum of what they were. In conversations that
    /// have no end to append to, later records may change any turn; nearly always one of the last.
    public long extent() {
        int finished = Math.max(0, ends.length - UNFINISHED);
        return (long) finished << Integer.SIZE | checksum(finished);
    }

    /// As [TurnIndex#firstSince].
    public int firstSince(long extent) {
        int finished = (int) (extent >>> Integer.SIZE);
        boolean same = finished <= ends.length && (extent & MASK) == checksum(finished);
        return same ? finished : 0;
    }

    private long checksum(int before) {
        return Lineage.of(before, before, turn -> identities[turn] ^ Long.rotateLeft(ends[turn], Integer.SIZE)) & MASK;
    }

    /// As [TurnIndex#weight].
    public long weight() {
        return (long) ends.length * 2 * Long.BYTES;
    }
}
