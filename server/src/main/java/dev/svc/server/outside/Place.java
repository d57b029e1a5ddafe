package dev.svc.server.outside;

import dev.svc.server.engine.Launch;
import dev.svc.server.session.Elsewhere.Where;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// In which terminal a process runs.
///
/// @param name as people know it there; null where it has none
/// @param entry makes the command that shows this terminal once more; null where nothing can
record Place(Where where, @Nullable String name, @Nullable Supplier<Launch> entry) {
    static final Place UNKNOWN = new Place(Where.TTY, null, null);

    Optional<Launch> wayIn() {
        return Optional.ofNullable(entry).map(Supplier::get);
    }
}
