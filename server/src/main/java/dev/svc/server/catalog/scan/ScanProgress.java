package dev.svc.server.catalog.scan;

import dev.svc.server.session.EngineKey;

/// How far the reading of one store has come.
///
/// @param done pieces read in this phase
/// @param total pieces to read in this phase; 0 while they are still being named
public record ScanProgress(EngineKey engine, Phase phase, int done, int total) {

    /// Naming the pieces and looking at heads and tails; reading whole pieces in the background; following changes.
    public enum Phase {
        SCANNING,
        READING,
        FOLLOWING
    }
}
