package dev.svc.server.change.fold;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a session's own log says that it changed.
///
/// @param isRecorded false where nobody knows how its program logs that, or there is no log
/// @param files with absolute paths, in their order
/// @param touched the absolute paths of all files that it edited, whatever came of it
public record SessionDiff(
        boolean isRecorded, List<ChangedFile> files, List<Unknown> unknown, boolean isTruncated, Set<String> touched) {
    public static final SessionDiff NONE = new SessionDiff(false, List.of(), List.of(), false, Set.of());

    /// A command that may have written.
    public record Unknown(int turn, @Nullable Instant at, String command) {}

    /// What it costs in memory, in lines.
    public long lines() {
        long lines = unknown.size();
        for (var file : files) {
            for (var hunk : file.hunks()) {
                lines += hunk.lines().size();
            }
        }
        return lines;
    }
}
