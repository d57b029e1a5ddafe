package dev.svc.server.vault.copy;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a copy holds of a session.
///
/// @param stamp changes when the session does; what the store said of it when it was copied
/// @param at when that was
/// @param note what the list shows of the session, in the vault's own notation; empty before the first state
/// @param files by name: as they are in the store, or as they were when they left it
/// @param former contents that were replaced by others under the same name, the oldest first
public record CopyState(long stamp, Instant at, String note, Map<String, KeptFile> files, List<KeptFile> former) {
    static final CopyState NOTHING = new CopyState(0, Instant.EPOCH, "", Map.of(), List.of());

    public CopyState {
        files = Collections.unmodifiableMap(new TreeMap<>(files));
        former = List.copyOf(former);
    }

    public Optional<KeptFile> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /// How many bytes the session has, as its program wrote them.
    public long bytes() {
        return files.values().stream().mapToLong(KeptFile::size).sum();
    }

    /// Whether there is nothing in it yet.
    public boolean isEmpty() {
        return files.isEmpty();
    }
}
