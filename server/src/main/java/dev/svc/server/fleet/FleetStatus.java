package dev.svc.server.fleet;

import dev.svc.server.fleet.copy.CopyStatus;
import dev.svc.server.fleet.envelope.DropReason;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How this host's connection to its fleet is.
///
/// @param since when the broker was reached; null while it is not
/// @param trouble what is wrong, as a sentence; null when nothing is
/// @param synced whether the broker has all rows of this host
/// @param copies how the copy of its journal is
/// @param ended whether this host was taken out of the fleet
/// @param refused how many messages were dropped since the start, by reason
public record FleetStatus(
        @Nullable Instant since,
        @Nullable String trouble,
        boolean synced,
        CopyStatus copies,
        boolean ended,
        Map<DropReason, Long> refused) {
    public FleetStatus {
        refused = Map.copyOf(refused);
    }
}
