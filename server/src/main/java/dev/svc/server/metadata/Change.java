package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import java.util.List;

/// The result of one command: its entries (none when nothing would change) and the organisation after it.
public record Change(List<Entry> entries, Organisation after) {
    public Change {
        entries = List.copyOf(entries);
    }

    public boolean isNothing() {
        return entries.isEmpty();
    }
}
