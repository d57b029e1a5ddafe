package dev.svc.server.change.fold;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The net change of one file.
///
/// @param path absolute
/// @param from the path before a move
/// @param isWhole false where only fragments of the file are known
/// @param isTruncated whether lines are missing, or were not compared
public record ChangedFile(
        String path,
        Kind kind,
        @Nullable String from,
        int additions,
        int deletions,
        boolean isBinary,
        boolean isWhole,
        boolean isTruncated,
        List<Hunk> hunks) {

    public ChangedFile {
        hunks = List.copyOf(hunks);
    }

    public enum Kind {
        ADDED,
        MODIFIED,
        DELETED,
        MOVED
    }

    /// Lines that belong together, with unchanged ones around them, numbered as in a unified diff.
    ///
    /// @param turn null where nobody knows
    public record Hunk(@Nullable Integer turn, @Nullable Instant at, int oldStart, int newStart, List<Line> lines) {

        public Hunk {
            lines = List.copyOf(lines);
        }
    }

    /// One line.
    ///
    /// @param op a blank, + or -
    /// @param text without its end
    public record Line(char op, String text, End end) {}

    public enum End {
        LF,
        CRLF,
        NONE
    }

    /// The same at another path.
    public ChangedFile at(String other, @Nullable String otherFrom) {
        return new ChangedFile(other, kind, otherFrom, additions, deletions, isBinary, isWhole, isTruncated, hunks);
    }

    /// A new file with this text.
    public static ChangedFile added(String path, String text) {
        var lines = new ArrayList<Line>();
        for (var line : FileLines.of(text)) {
            var end = FileLines.isCrlf(line) ? End.CRLF : FileLines.isUnended(line) ? End.NONE : End.LF;
            lines.add(new Line('+', FileLines.bare(line), end));
        }
        List<Hunk> hunks = lines.isEmpty() ? List.of() : List.of(new Hunk(null, null, 0, 1, lines));
        return new ChangedFile(path, Kind.ADDED, null, lines.size(), 0, false, true, false, hunks);
    }
}
