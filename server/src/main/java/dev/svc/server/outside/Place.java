package dev.svc.server.outside;

import dev.svc.server.engine.Launch;
import dev.svc.server.outside.OutsidePrograms.Extent;
import dev.svc.server.session.Elsewhere.Where;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// In which terminal a process runs.
///
/// @param name as people know it there; null where it has none
/// @param entry makes the command that shows this terminal once more; null where nothing can
/// @param extent asks how large it is; null where whoever shows it once more decides that
record Place(
        Where where,
        @Nullable String name,
        @Nullable Supplier<Launch> entry,
        @Nullable Supplier<Optional<Extent>> extent) {
    static final Place UNKNOWN = new Place(Where.TTY, null, null, null);

    Optional<Launch> wayIn() {
        return Optional.ofNullable(entry).map(Supplier::get);
    }

    Optional<Extent> size() {
        return extent == null ? Optional.empty() : extent.get();
    }
}
