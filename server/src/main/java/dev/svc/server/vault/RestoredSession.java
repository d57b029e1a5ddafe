package dev.svc.server.vault;

import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.util.List;

/// A session that is in its program's store again.
///
/// @param files that were written; empty where its program keeps rows of a database
public record RestoredSession(SessionId id, List<Path> files) {
    public RestoredSession {
        files = List.copyOf(files);
    }
}
