package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import java.time.Duration;
import java.util.List;

/// Something that can be measured by itself, with what it says in the table.
public interface BenchRow {
    /// What a person chooses it by.
    String name();

    List<TableLine> lines();

    /// How long it takes, as far as that can be known: on two cores that little else uses.
    ///
    /// @param rounds with the one that is not counted
    Duration lasting(int rounds, boolean peers);

    /// Makes everything ready that is not measured.
    ///
    /// @param peers whether those that others made are measured too, where they are
    Parties open(Ground ground, boolean peers) throws Exception;
}
