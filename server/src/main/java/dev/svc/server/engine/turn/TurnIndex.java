package dev.svc.server.engine.turn;

/// Where each turn of one conversation lies in its log, as of one moment. Never changes; each program has its own.
public interface TurnIndex {

    /// How many turns there are, sub-agents' not counted: they belong to the call that made them.
    int count();

    /// The first turn that begins within the last `bytes` of the log; `count()` when none does.
    int firstWithin(long bytes);

    /// Changes when turns before this one were rewritten or removed, not when turns were added or continued. Computed
    /// from the log alone: it is the same whether or not the earlier index is still cached.
    long generation(int before);

    /// A place in the log up to which it was read, for [#firstSince]. Computed from the log alone.
    long extent();

    /// The first turn that differs from what the log said when its extent was the given one: what was added
    /// since belongs to this turn or to later ones. `count()` when nothing was added, 0 when the log is another
    /// one or has another text in a place that was read: what was struck out has to go wherever it was kept.
    int firstSince(long extent);

    /// Whether nothing at all has changed since that index of the same conversation; false where that is not known.
    default boolean isSameAs(TurnIndex former) {
        return false;
    }

    /// What the index costs in memory, to bound how many are kept.
    long weight();
}
