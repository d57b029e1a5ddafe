package dev.svc.server.bench.row;

import java.util.List;

/// Who is measured in one row, in turns.
///
/// @param absent a sentence for each that could not be
public record Parties(List<Party> all, List<String> absent) {
    public Parties {
        all = List.copyOf(all);
        absent = List.copyOf(absent);
    }
}
