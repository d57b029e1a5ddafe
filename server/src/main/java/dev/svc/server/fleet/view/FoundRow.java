package dev.svc.server.fleet.view;

import dev.svc.server.fleet.row.PackedRow;

/// A row with the name of its host.
public record FoundRow(String host, PackedRow row) {

    /// Names the session everywhere in the fleet.
    public String id() {
        return row.id().toString() + '@' + host;
    }
}
