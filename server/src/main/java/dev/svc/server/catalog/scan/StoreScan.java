package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A snapshot from an indexer: everything one store holds now.
///
/// @param leftOut how many of its logs, the oldest, memory does not hold
/// @param trouble why the store cannot be read at present, as a sentence; the rows are then the last ones known
public record StoreScan(
        EngineKey engine,
        List<SessionFacts> sessions,
        List<Unreadable> unreadable,
        int leftOut,
        @Nullable String trouble)
        implements StoreNews {
    public StoreScan {
        sessions = List.copyOf(sessions);
        unreadable = List.copyOf(unreadable);
    }
}
