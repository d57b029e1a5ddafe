package dev.svc.server.change.fold;

import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.PatchHunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The lines of a text before some edits and after them. What is known grows from nothing over lines at known places to
/// the whole text. Owned by one folding.
final class EditedLines {
    /// A longer text, or one with more lines, is not compared.
    static final int LONGEST = 8 << 20;

    static final int MOST_LINES = 200_000;

    private final LineDiff.Budget budget;
    private List<FileLine> before = new ArrayList<>();
    private List<FileLine> now = new ArrayList<>();
    private Knowledge knowledge = Knowledge.NOTHING;
    private boolean isBeforeKnown;
    private boolean isBinary;
    private boolean isTooLarge;

    /// What the lines say now, together; null when they have changed since.
    private @Nullable String told;

    enum Knowledge {
        NOTHING,
        PLACES,
        WHOLE
    }

    EditedLines(LineDiff.Budget budget) {
        this.budget = budget;
    }

    Knowledge knowledge() {
        return knowledge;
    }

    boolean isWhole() {
        return knowledge == Knowledge.WHOLE;
    }

    boolean isBeforeKnown() {
        return isBeforeKnown;
    }

    boolean isBinary() {
        return isBinary;
    }

    boolean isTooLarge() {
        return isTooLarge;
    }

    NetDiff net(boolean isFragment) {
        return new NetDiff(before, now, isFragment, budget);
    }

    /// Knows the whole text, before any edit.
    void begin(List<String> texts) {
        knowledge = Knowledge.WHOLE;
        isBeforeKnown = true;
        before = new ArrayList<>();
        for (var text : texts) {
            before.add(new FileLine(text, null));
        }
        now = new ArrayList<>(before);
        told = null;
    }

    /// Puts the whole text around the lines that were known.
    ///
    /// @return false where it does not fit them
    boolean fill(List<String> texts) {
        int unknown = now.size();
        while (unknown > texts.size() && now.get(unknown - 1).text == null) {
            unknown--;
        }
        boolean fits = unknown <= texts.size();
        for (int i = 0; fits && i < unknown; i++) {
            var text = now.get(i).text;
            fits = text == null || FileLines.bare(text).equals(FileLines.bare(texts.get(i)));
        }
        if (!fits) {
            return false;
        }
        while (now.size() > unknown) {
            before.remove(now.removeLast());
        }
        for (int i = 0; i < texts.size(); i++) {
            if (i < now.size()) {
                now.get(i).text = texts.get(i);
            } else {
                var line = new FileLine(texts.get(i), null);
                before.add(line);
                now.add(line);
            }
        }
        told = null;
        knowledge = Knowledge.WHOLE;
        isBeforeKnown = before.stream().noneMatch(line -> line.text == null);
        return true;
    }

    /// What was there before is not known and never will be.
    void forget() {
        before = new ArrayList<>();
        now = new ArrayList<>();
        told = null;
        isBeforeKnown = false;
        knowledge = Knowledge.WHOLE;
    }

    /// Whether a text, and every one before it, can be compared.
    boolean isUsable(String text) {
        isBinary |= text.indexOf('\0') >= 0;
        isTooLarge |= text.length() > LONGEST;
        return !isBinary && !isTooLarge;
    }

    boolean replaceAll(Replacement it, Stamp by) {
        var text = text();
        if (it.before().isEmpty() || !text.contains(it.before())) {
            return false;
        }
        var after = text.replace(it.before(), it.after());
        if (isUsable(after)) {
            become(FileLines.of(after), by);
        }
        return true;
    }

    boolean replaceOnce(String old, String after, Stamp by) {
        var text = text();
        int at = old.isEmpty() ? -1 : text.indexOf(old);
        if (at < 0 && text.contains("\r\n") && old.contains("\n") && !old.contains("\r")) {
            return replaceOnce(old.replace("\n", "\r\n"), after.replace("\n", "\r\n"), by);
        }
        if (at < 0) {
            return false;
        }
        var whole = text.substring(0, at) + after + text.substring(at + old.length());
        if (isUsable(whole)) {
            replace(at, at + old.length(), after, by);
            told = whole;
        }
        return true;
    }

    /// Replaces a stretch of the text; only the lines that it touches change.
    private void replace(int from, int to, String after, Stamp by) {
        var text = text();
        int begin = text.lastIndexOf('\n', from - 1) + 1;
        int feed = text.indexOf('\n', to);
        int end = feed < 0 ? text.length() : feed + 1;
        int first = feeds(text, 0, begin);
        int count = FileLines.of(text.substring(begin, end)).size();
        var lines = FileLines.of(text.substring(begin, from) + after + text.substring(to, end));
        if (now.size() + lines.size() > MOST_LINES) {
            isTooLarge = true;
        } else {
            splice(first, first + count, lines, by);
        }
    }

    private static int feeds(String text, int from, int to) {
        int count = 0;
        for (int at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
            count++;
        }
        return count;
    }

    boolean patchWhole(List<PatchHunk> hunks, Stamp by) {
        var texts = now.stream()
                .map(line -> Objects.requireNonNullElse(line.text, ""))
                .toList();
        var patched = new Patching(texts).apply(hunks);
        patched.filter(lines -> isUsable(String.join("", lines))).ifPresent(lines -> become(lines, by));
        return patched.isPresent();
    }

    /// Applies hunks at the places that they name, where only some lines of the text are known: all of them or none.
    boolean patchPlaces(List<PatchHunk> hunks, Stamp by) {
        int shift = 0;
        for (var hunk : hunks) {
            var old = hunk.before();
            int from = hunk.oldStart() + shift - (old.isEmpty() ? 0 : 1);
            if (!hunk.isPlaced() || from < 0 || (long) from + old.size() > MOST_LINES || !fits(old, from - shift)) {
                return false;
            }
            shift += hunk.after().size() - old.size();
        }
        knowledge = Knowledge.PLACES;
        shift = 0;
        for (var hunk : hunks) {
            var old = hunk.before();
            int from = hunk.oldStart() + shift - (old.isEmpty() ? 0 : 1);
            while (now.size() < from + old.size()) {
                var line = new FileLine(null, null);
                before.add(line);
                now.add(line);
            }
            for (int i = 0; i < old.size(); i++) {
                var line = now.get(from + i);
                line.text = line.text == null ? ended(old.get(i)) : line.text;
            }
            splice(
                    from,
                    from + old.size(),
                    hunk.after().stream().map(EditedLines::ended).toList(),
                    by);
            shift += hunk.after().size() - old.size();
        }
        return true;
    }

    private boolean fits(List<PatchHunk.Line> old, int from) {
        for (int i = 0; i < old.size() && from + i < now.size(); i++) {
            var known = now.get(from + i).text;
            if (known != null && !FileLines.bare(known).equals(FileLines.bare(ended(old.get(i))))) {
                return false;
            }
        }
        return true;
    }

    private static String ended(PatchHunk.Line line) {
        return line.isBare() ? line.text() : line.text() + "\n";
    }

    /// Applies an edit whose old text contains this whole text; false where it does not.
    boolean widen(String old, String after, Stamp by) {
        var part = text();
        int at = part.isBlank() ? -1 : old.indexOf(part);
        if (at < 0) {
            return false;
        }
        var first = old.substring(0, at) + textBefore() + old.substring(at + part.length());
        var stamp = latest();
        begin(FileLines.of(first));
        become(FileLines.of(old), stamp);
        become(FileLines.of(after), by);
        return true;
    }

    Stamp latest() {
        var latest = Stamp.UNKNOWN;
        for (var line : now) {
            latest = line.written == null ? latest : Stamp.later(latest, line.written);
        }
        for (var line : before) {
            latest = line.removed == null ? latest : Stamp.later(latest, line.removed);
        }
        return latest;
    }

    void become(List<String> lines, Stamp by) {
        if (lines.size() > MOST_LINES) {
            isTooLarge = true;
            return;
        }
        splice(0, now.size(), lines, by);
    }

    private void splice(int from, int to, List<String> lines, Stamp by) {
        told = null;
        int head = 0;
        int most = Math.min(to - from, lines.size());
        while (head < most && lines.get(head).equals(now.get(from + head).text)) {
            head++;
        }
        int tail = 0;
        while (tail < most - head && lines.get(lines.size() - 1 - tail).equals(now.get(to - 1 - tail).text)) {
            tail++;
        }
        var old = now.subList(from + head, to - tail);
        var fresh = lines.subList(head, lines.size() - tail);
        var texts = old.stream()
                .map(line -> Objects.requireNonNullElse(line.text, ""))
                .toList();
        var match = LineDiff.match(texts, fresh, budget);
        var result = new ArrayList<FileLine>();
        int next = 0;
        for (int i = 0; i < match.length; i++) {
            if (match[i] < 0) {
                old.get(i).removed = by;
            } else {
                while (next < match[i]) {
                    result.add(new FileLine(fresh.get(next++), by));
                }
                result.add(old.get(i));
                next++;
            }
        }
        while (next < fresh.size()) {
            result.add(new FileLine(fresh.get(next++), by));
        }
        old.clear();
        now.addAll(from + head, result);
    }

    String text() {
        var joined = told == null ? joined(now) : told;
        told = joined;
        return joined;
    }

    String textBefore() {
        return joined(before);
    }

    private static String joined(List<FileLine> lines) {
        var text = new StringBuilder();
        for (var line : lines) {
            text.append(Objects.requireNonNullElse(line.text, ""));
        }
        return text.toString();
    }
}
