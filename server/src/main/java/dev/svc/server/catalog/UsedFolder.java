package dev.svc.server.catalog;

import dev.svc.server.catalog.scan.StoreSnapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;

/// A folder that people worked in.
record UsedFolder(String path, int sessions, Instant lastUsed) {

    /// Every working folder of every session, those of sub-agents left out.
    static Collection<UsedFolder> of(Collection<StoreSnapshot> shelves) {
        var folders = new HashMap<String, UsedFolder>();
        for (var shelf : shelves) {
            for (var found : shelf.newest()) {
                var cwd = found.facts().cwd();
                if (cwd != null && found.facts().parent() == null) {
                    folders.merge(cwd, new UsedFolder(cwd, 1, found.facts().updatedAt()), UsedFolder::joined);
                }
            }
        }
        return folders.values();
    }

    private UsedFolder joined(UsedFolder other) {
        var last = lastUsed.isAfter(other.lastUsed) ? lastUsed : other.lastUsed;
        return new UsedFolder(path, sessions + other.sessions, last);
    }
}
