package dev.svc.server.vault.copy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What somebody makes who wants to fill a disk: a small copy whose file is the same segments over and over.
public final class SwollenCopy {
    private SwollenCopy() {}

    /// Lets the first file of a copy have as many bytes.
    public static void swell(Path file, long bytes) throws IOException {
        try (var copy = SessionCopy.write(file, Sealing.NONE)) {
            var state = copy.state();
            var first = state.files().values().iterator().next();
            var segments = new ArrayList<Digest>();
            long size = 0;
            while (size < bytes) {
                segments.addAll(first.segments());
                size += first.size();
            }
            var swollen = new KeptFile(first.name(), size, first.modified(), segments, null);
            copy.keep(new CopyState(state.stamp(), state.at(), state.note(), Map.of(first.name(), swollen), List.of()));
        }
    }
}
