package dev.svc.server.change.fold;

import dev.svc.server.change.fold.ChangedFile.End;
import dev.svc.server.change.fold.ChangedFile.Hunk;
import dev.svc.server.change.fold.ChangedFile.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The lines of a file before and now as hunks, each of one turn: the one that wrote its lines, or removed them where
/// nothing was written. Owned by one answer.
final class NetDiff {
    private static final int CONTEXT = 3;

    private final List<Entry> entries = new ArrayList<>();
    private final List<Hunk> hunks = new ArrayList<>();
    private final boolean isFragment;
    private int additions;
    private int deletions;

    /// A line of either text, or of both.
    private record Entry(char op, FileLine line, Stamp stamp) {}

    /// Entries that one turn made.
    private record Piece(int from, int to, Stamp stamp) {}

    NetDiff(List<FileLine> before, List<FileLine> now, boolean isFragment, LineDiff.Budget budget) {
        this.isFragment = isFragment;
        int old = 0;
        int at = 0;
        while (old < before.size() || at < now.size()) {
            int oldEnd = old;
            while (oldEnd < before.size() && before.get(oldEnd).removed != null) {
                oldEnd++;
            }
            int end = at;
            while (end < now.size() && !now.get(end).isOld()) {
                end++;
            }
            block(before.subList(old, oldEnd), now.subList(at, end), budget);
            old = oldEnd;
            at = end;
            while (old < before.size()
                    && at < now.size()
                    && before.get(old).removed == null
                    && now.get(at).isOld()) {
                entries.add(new Entry(' ', now.get(at), Stamp.UNKNOWN));
                old++;
                at++;
            }
        }
        cut();
    }

    /// What was removed and written again is not changed.
    private void block(List<FileLine> removed, List<FileLine> written, LineDiff.Budget budget) {
        var match = removed.isEmpty() || written.isEmpty()
                ? new int[0]
                : LineDiff.match(texts(removed), texts(written), budget);
        int next = 0;
        for (int i = 0; i < removed.size(); i++) {
            int same = i < match.length ? match[i] : -1;
            if (same < 0) {
                add('-', removed.get(i));
            } else {
                while (next < same) {
                    add('+', written.get(next++));
                }
                entries.add(new Entry(' ', written.get(next++), Stamp.UNKNOWN));
            }
        }
        while (next < written.size()) {
            add('+', written.get(next++));
        }
    }

    private static List<String> texts(List<FileLine> lines) {
        return lines.stream()
                .map(line -> Objects.requireNonNullElse(line.text, ""))
                .toList();
    }

    private void add(char op, FileLine line) {
        var stamp = op == '+' ? line.written : line.removed;
        entries.add(new Entry(op, line, Objects.requireNonNullElse(stamp, Stamp.UNKNOWN)));
        additions += op == '+' ? 1 : 0;
        deletions += op == '-' ? 1 : 0;
    }

    int additions() {
        return additions;
    }

    int deletions() {
        return deletions;
    }

    List<Hunk> hunks() {
        return hunks;
    }

    /// Changes that stand together, from their first to after their last, one piece for each turn.
    private List<Piece> pieces() {
        var pieces = new ArrayList<Piece>();
        int at = 0;
        while (at < entries.size()) {
            int end = at;
            while (end < entries.size() && entries.get(end).op() != ' ') {
                end++;
            }
            if (end > at) {
                split(at, end, pieces);
            }
            at = Math.max(end, at + 1);
        }
        return pieces;
    }

    /// What was removed belongs to the first of what was written in its place.
    private void split(int from, int to, List<Piece> pieces) {
        int written = from;
        while (written < to && entries.get(written).op() == '-') {
            written++;
        }
        int begin = from;
        for (int i = written == to ? from + 1 : written + 1; i <= to; i++) {
            if (i == to
                    || entries.get(i).stamp().turn()
                            != entries.get(i - 1).stamp().turn()) {
                pieces.add(new Piece(begin, i, stamp(begin, i)));
                begin = i;
            }
        }
    }

    private Stamp stamp(int from, int to) {
        var latest = Stamp.UNKNOWN;
        for (int i = from; i < to; i++) {
            latest = Stamp.later(latest, entries.get(i).stamp());
        }
        return latest;
    }

    private void cut() {
        var pieces = pieces();
        int done = 0;
        int old = 1;
        int now = 1;
        int counted = 0;
        for (int i = 0; i < pieces.size(); i++) {
            var first = pieces.get(i);
            var stamp = first.stamp();
            int end = first.to();
            while (i + 1 < pieces.size()
                    && pieces.get(i + 1).stamp().turn() == stamp.turn()
                    && isJoined(end, pieces.get(i + 1).from())) {
                i++;
                end = pieces.get(i).to();
            }
            int next = i + 1 < pieces.size() ? pieces.get(i + 1).from() : entries.size();
            int from = first.from();
            while (from > done && first.from() - from < CONTEXT && isKnown(from - 1)) {
                from--;
            }
            int to = end;
            while (to < next && to - end < CONTEXT && isKnown(to)) {
                to++;
            }
            for (; counted < from; counted++) {
                old += entries.get(counted).op() == '+' ? 0 : 1;
                now += entries.get(counted).op() == '-' ? 0 : 1;
            }
            add(from, to, stamp, old, now);
            done = to;
        }
    }

    private boolean isJoined(int from, int to) {
        if (to - from > 2 * CONTEXT) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (!isKnown(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isKnown(int entry) {
        return entries.get(entry).line().text != null;
    }

    private void add(int from, int to, Stamp stamp, int old, int now) {
        var lines = new ArrayList<Line>();
        boolean hasOld = false;
        boolean hasNew = false;
        for (var entry : entries.subList(from, to)) {
            hasOld |= entry.op() != '+';
            hasNew |= entry.op() != '-';
            var text = Objects.requireNonNullElse(entry.line().text, "");
            lines.add(new Line(entry.op(), FileLines.bare(text), end(text)));
        }
        hunks.add(new Hunk(
                stamp.turn() < 0 ? null : stamp.turn(),
                stamp.at(),
                hasOld ? old : old - 1,
                hasNew ? now : now - 1,
                lines));
    }

    /// A fragment ends anywhere.
    private End end(String text) {
        if (FileLines.isCrlf(text)) {
            return End.CRLF;
        }
        return FileLines.isUnended(text) && !isFragment ? End.NONE : End.LF;
    }
}
