package dev.svc.server.catalog.scan;

import dev.svc.server.session.EngineKey;

/// What an indexer learnt of its store since it told last.
public sealed interface StoreNews permits ChangedRows, StoreScan {
    EngineKey engine();
}
