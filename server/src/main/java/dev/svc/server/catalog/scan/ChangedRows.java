package dev.svc.server.catalog.scan;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import java.util.List;

/// Rows that changed; all others of the store, and what is wrong with it, are as they were.
record ChangedRows(EngineKey engine, List<SessionFacts> sessions) implements StoreNews {
    ChangedRows {
        sessions = List.copyOf(sessions);
    }
}
