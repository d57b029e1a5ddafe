package dev.svc.server.metadata;

import dev.svc.server.metadata.event.MetadataEvent;
import org.jspecify.annotations.Nullable;

/// An event that was decided but has no place in the journal yet.
record Draft(MetadataEvent event, @Nullable Long undoes) {
    static Draft of(MetadataEvent event) {
        return new Draft(event, null);
    }
}
