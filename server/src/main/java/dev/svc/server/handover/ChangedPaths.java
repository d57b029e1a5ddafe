package dev.svc.server.handover;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.ChangedFile.Hunk;
import dev.svc.server.change.fold.Paths;
import dev.svc.server.change.fold.SessionDiff;
import dev.svc.shared.text.PlainText;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// What a session changed, in a line a file: those that were changed last, the latest last.
///
/// @param files no more than are ever told
/// @param more files that are not among them
/// @param commands that may have written others
record ChangedPaths(List<String> files, int more, int commands) {
    static final int MOST = 30;

    private static final int LONGEST = 200;

    ChangedPaths {
        files = List.copyOf(files);
    }

    /// @param cwd of the session; empty where that is not known
    static ChangedPaths of(SessionDiff diff, String cwd) {
        var paths = new Paths(cwd);
        var all = diff.files().stream()
                .sorted(Comparator.comparingInt(ChangedPaths::latest))
                .toList();
        int more = Math.max(0, all.size() - MOST);
        return new ChangedPaths(
                all.stream().skip(more).map(file -> line(file, paths)).toList(),
                more,
                diff.unknown().size());
    }

    private static int latest(ChangedFile file) {
        return file.hunks().stream()
                .map(Hunk::turn)
                .filter(Objects::nonNull)
                .mapToInt(Integer::intValue)
                .max()
                .orElse(-1);
    }

    private static String line(ChangedFile file, Paths paths) {
        var kind = switch (file.kind()) {
            case ADDED -> "new, ";
            case MODIFIED -> "";
            case DELETED -> "deleted, ";
            case MOVED -> "moved" + (file.from() == null ? "" : " from " + path(file.from(), paths)) + ", ";
        };
        var lines = file.isBinary() ? "not a text" : "+%d −%d".formatted(file.additions(), file.deletions());
        return "%s (%s%s)".formatted(path(file.path(), paths), kind, lines);
    }

    /// The end of a path says most.
    private static String path(String absolute, Paths paths) {
        var path = PlainText.line(paths.shown(absolute));
        return path.length() <= LONGEST ? path : "…" + path.substring(path.length() - LONGEST);
    }
}
