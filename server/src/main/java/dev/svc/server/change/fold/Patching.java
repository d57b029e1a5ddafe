package dev.svc.server.change.fold;

import dev.svc.server.engine.change.PatchHunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/// Applies a patch to a whole text. A hunk stands where it says, or nearest to there; one that does not say stands
/// after
/// the hunk before it, by its lines alone, with blanks at their ends and then at their beginnings left out of account.
/// Owned by one patch.
final class Patching {
    private static final List<BiPredicate<String, String>> WAYS = List.of(
            String::equals,
            (one, other) -> one.stripTrailing().equals(other.stripTrailing()),
            (one, other) -> one.strip().equals(other.strip()));

    private final List<String> lines;
    private final String end;

    private record Splice(int from, int length, List<String> lines) {}

    Patching(List<String> lines) {
        this.lines = lines;
        this.end = !lines.isEmpty() && FileLines.isCrlf(lines.getFirst()) ? "\r\n" : "\n";
    }

    /// The text after; empty where a hunk does not fit.
    Optional<List<String>> apply(List<PatchHunk> hunks) {
        var splices = new ArrayList<Splice>();
        int cursor = 0;
        for (var hunk : hunks) {
            var old = hunk.before();
            int at = hunk.isPlaced()
                    ? near(old, hunk.oldStart() - (old.isEmpty() ? 0 : 1), cursor)
                    : sought(hunk, old, cursor);
            if (at < cursor) {
                return Optional.empty();
            }
            splices.add(new Splice(at, old.size(), written(hunk, at)));
            cursor = at + old.size();
        }
        var result = new ArrayList<>(lines);
        for (var splice : splices.reversed()) {
            var place = result.subList(splice.from(), splice.from() + splice.length());
            place.clear();
            place.addAll(splice.lines());
        }
        return Optional.of(ended(result));
    }

    /// A line that is followed by others has an end.
    private List<String> ended(List<String> result) {
        for (int i = 0; i < result.size() - 1; i++) {
            if (FileLines.isUnended(result.get(i))) {
                result.set(i, result.get(i) + end);
            }
        }
        return result;
    }

    private int near(List<PatchHunk.Line> old, int wanted, int from) {
        for (int away = 0; away <= lines.size(); away++) {
            if (fits(old, wanted - away, from, WAYS.getFirst())) {
                return wanted - away;
            }
            if (fits(old, wanted + away, from, WAYS.getFirst())) {
                return wanted + away;
            }
        }
        return -1;
    }

    private int sought(PatchHunk hunk, List<PatchHunk.Line> old, int cursor) {
        int from = cursor;
        if (!hunk.anchor().isEmpty()) {
            int anchor = anchor(hunk.anchor(), cursor);
            from = anchor < 0 ? cursor : anchor + 1;
        }
        if (old.isEmpty()) {
            return lines.size();
        }
        for (var way : WAYS) {
            for (int at = from; at + old.size() <= lines.size(); at++) {
                if (fits(old, at, from, way)) {
                    return at;
                }
            }
        }
        return -1;
    }

    private int anchor(String anchor, int from) {
        for (int i = from; i < lines.size(); i++) {
            if (lines.get(i).strip().equals(anchor.strip())) {
                return i;
            }
        }
        return -1;
    }

    private boolean fits(List<PatchHunk.Line> old, int at, int from, BiPredicate<String, String> way) {
        if (at < from || at + old.size() > lines.size()) {
            return false;
        }
        for (int i = 0; i < old.size(); i++) {
            if (!way.test(FileLines.bare(lines.get(at + i)), bare(old.get(i)))) {
                return false;
            }
        }
        return true;
    }

    private static String bare(PatchHunk.Line line) {
        return line.text().endsWith("\r") ? line.text().substring(0, line.text().length() - 1) : line.text();
    }

    /// Lines that stay are as the file has them.
    private List<String> written(PatchHunk hunk, int at) {
        var written = new ArrayList<String>();
        int old = at;
        for (var line : hunk.lines()) {
            switch (line.op()) {
                case ' ' -> written.add(lines.get(old++));
                case '-' -> old++;
                default -> written.add(line.isBare() ? line.text() : bare(line) + end);
            }
        }
        return written;
    }
}
