package dev.svc.server.engine.turn;

/// Where each turn of one conversation lies in its log, as of one moment. Never changes; each program has its own.
public interface TurnIndex {

    /// How many turns there are, sub-agents' not counted: they belong to the call that made them.
    int count();

    /// The first turn that begins within the last `bytes` of the log; `count()` when none does.
    int firstWithin(long bytes);

    /// Differs from that of an earlier index of the session when turns before this one were rewritten or went, not
    /// when some were added or went on. It follows from the log: whether the earlier index is still known makes no
    /// difference.
    long generation(int before);

    /// What the index costs in memory, to bound how many are kept.
    long weight();
}
