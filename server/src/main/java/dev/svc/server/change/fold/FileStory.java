package dev.svc.server.change.fold;

import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.PatchHunk;
import dev.svc.server.engine.change.Was;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One file while the edits of a session pass by: its lines before and now, as far as the edits tell them. Owned by one
/// folding.
///
/// What is known grows from nothing over lines at known places to the whole text. An edit that fits nowhere, because
/// the file was changed in a way that nobody told or the log has no place for it, becomes a fragment: a small story of
/// its own.
final class FileStory {
    /// A longer text, or one with more lines, is not compared.
    static final int LONGEST = 8 << 20;

    static final int MOST_LINES = 200_000;

    private static final int MOST_FRAGMENTS = 1_000;

    private final LineDiff.Budget budget;
    private final List<FileStory> fragments = new ArrayList<>();
    private List<FileLine> before = new ArrayList<>();
    private List<FileLine> now = new ArrayList<>();
    private Knowledge knowledge = Knowledge.NOTHING;
    private boolean existed = true;
    private boolean exists = true;
    private boolean isBeforeKnown;
    private boolean isBinary;
    private boolean isTooLarge;
    private boolean isLost;

    /// What the lines say now, together; null when they have changed since.
    private @Nullable String told;

    private enum Knowledge {
        NOTHING,
        PLACES,
        WHOLE
    }

    FileStory(LineDiff.Budget budget) {
        this.budget = budget;
    }

    /// What the log says of the file before the edit to come. What was changed meanwhile is nobody's.
    void learn(Was was) {
        switch (was) {
            case Was.Unknown _ -> {}
            case Was.Nothing _ -> learnAbsent();
            case Was.Known known -> learn(known.text());
        }
    }

    private void learnAbsent() {
        if (knowledge == Knowledge.NOTHING && fragments.isEmpty()) {
            existed = false;
            isBeforeKnown = true;
            knowledge = Knowledge.WHOLE;
        } else if (knowledge == Knowledge.WHOLE) {
            become(List.of(), Stamp.UNKNOWN);
        } else {
            forget();
        }
        exists = false;
    }

    private void learn(String text) {
        if (!isUsable(text)) {
            return;
        }
        exists = true;
        if (knowledge == Knowledge.WHOLE && text.equals(text())) {
            return;
        }
        var lines = FileLines.of(text);
        switch (knowledge) {
            case WHOLE -> become(lines, Stamp.UNKNOWN);
            case PLACES -> fill(lines);
            case NOTHING -> learnFirst(text, lines);
        }
    }

    /// Fragments that are in the text are taken out of it, the latest first, to find what was there before them.
    private void learnFirst(String text, List<String> lines) {
        var first = text;
        for (var fragment : fragments.reversed()) {
            var part = fragment.text();
            int at = part.isBlank() ? -1 : first.indexOf(part);
            if (at < 0 || first.indexOf(part, at + 1) >= 0) {
                begin(lines);
                return;
            }
            first = first.substring(0, at) + fragment.textBefore() + first.substring(at + part.length());
        }
        var known = List.copyOf(fragments);
        fragments.clear();
        begin(FileLines.of(first));
        for (var fragment : known) {
            replaceOnce(fragment.textBefore(), fragment.text(), fragment.latest());
        }
        if (!text.equals(text())) {
            become(lines, Stamp.UNKNOWN);
        }
    }

    private void begin(List<String> lines) {
        knowledge = Knowledge.WHOLE;
        isBeforeKnown = true;
        for (var line : lines) {
            before.add(new FileLine(line, null));
        }
        now = new ArrayList<>(before);
        told = null;
    }

    /// The whole text fits what was known at some places, or what was known becomes a fragment.
    private void fill(List<String> lines) {
        int unknown = now.size();
        while (unknown > lines.size() && now.get(unknown - 1).text == null) {
            unknown--;
        }
        boolean fits = unknown <= lines.size();
        for (int i = 0; fits && i < unknown; i++) {
            var text = now.get(i).text;
            fits = text == null || FileLines.bare(text).equals(FileLines.bare(lines.get(i)));
        }
        if (!fits) {
            var earlier = new FileStory(budget);
            earlier.before = before;
            earlier.now = now;
            earlier.knowledge = Knowledge.PLACES;
            fragments.add(earlier);
            before = new ArrayList<>();
            begin(lines);
            return;
        }
        while (now.size() > unknown) {
            before.remove(now.removeLast());
        }
        for (int i = 0; i < lines.size(); i++) {
            if (i < now.size()) {
                now.get(i).text = lines.get(i);
            } else {
                var line = new FileLine(lines.get(i), null);
                before.add(line);
                now.add(line);
            }
        }
        told = null;
        knowledge = Knowledge.WHOLE;
        isBeforeKnown = before.stream().noneMatch(line -> line.text == null);
    }

    /// What was there before is not known and never will be.
    private void forget() {
        before = new ArrayList<>();
        now = new ArrayList<>();
        told = null;
        fragments.clear();
        isBeforeKnown = false;
        knowledge = Knowledge.WHOLE;
    }

    private boolean isUsable(String text) {
        isBinary |= text.indexOf('\0') >= 0;
        isTooLarge |= text.length() > LONGEST;
        return !isBinary && !isTooLarge;
    }

    void write(String text, Stamp by) {
        boolean isUsable = isUsable(text);
        exists = true;
        if (!isUsable) {
            return;
        }
        if (knowledge != Knowledge.WHOLE) {
            forget();
        }
        fragments.clear();
        become(FileLines.of(text), by);
    }

    void append(String text, Stamp by) {
        if (!isUsable(text)) {
            return;
        }
        exists = true;
        if (knowledge == Knowledge.WHOLE) {
            become(FileLines.of(text() + text), by);
        } else {
            fragment("", text, by);
        }
    }

    void delete(Stamp by) {
        if (knowledge != Knowledge.WHOLE) {
            forget();
        }
        fragments.clear();
        become(List.of(), by);
        exists = false;
    }

    /// @param hunks the same as a patch; empty where the log has none
    void replace(List<Replacement> replacements, List<PatchHunk> hunks, Stamp by) {
        exists = true;
        if (knowledge == Knowledge.WHOLE) {
            replaceWhole(replacements, hunks, by);
        } else if (!isFaithful(replacements, hunks) || !patchPlaces(hunks, by)) {
            replacements.forEach(it -> fragment(it.before(), it.after(), by));
        }
    }

    private void replaceWhole(List<Replacement> replacements, List<PatchHunk> hunks, Stamp by) {
        boolean fits = true;
        for (var it : replacements) {
            fits &= it.all() ? replaceAll(it, by) : replaceOnce(it.before(), it.after(), by);
            if (!fits && replacements.size() == 1 && !hunks.isEmpty() && patchWhole(hunks, by)) {
                return;
            }
            if (!fits) {
                fragment(it.before(), it.after(), by);
                fits = true;
            }
        }
    }

    /// Programs that show a patch with blanks for tabs do not have the lines as they are.
    private static boolean isFaithful(List<Replacement> replacements, List<PatchHunk> hunks) {
        return !hunks.isEmpty()
                && hunks.stream().allMatch(PatchHunk::isPlaced)
                && replacements.stream()
                        .noneMatch(
                                it -> it.before().contains("\t") || it.after().contains("\t"));
    }

    private boolean replaceAll(Replacement it, Stamp by) {
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

    private boolean replaceOnce(String old, String after, Stamp by) {
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

    /// Of a stretch of the text only the lines that it touches.
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

    void patch(List<PatchHunk> hunks, Stamp by) {
        exists = true;
        boolean fits = knowledge == Knowledge.WHOLE ? patchWhole(hunks, by) : patchPlaces(hunks, by);
        if (!fits) {
            for (var hunk : hunks) {
                fragment(text(hunk.before()), text(hunk.after()), by);
            }
        }
    }

    private static String text(List<PatchHunk.Line> lines) {
        var text = new StringBuilder();
        lines.forEach(line -> text.append(line.text()).append('\n'));
        return text.toString();
    }

    private boolean patchWhole(List<PatchHunk> hunks, Stamp by) {
        var texts = now.stream()
                .map(line -> Objects.requireNonNullElse(line.text, ""))
                .toList();
        var patched = new Patching(texts).apply(hunks);
        patched.filter(lines -> isUsable(String.join("", lines))).ifPresent(lines -> become(lines, by));
        return patched.isPresent();
    }

    /// Puts hunks at the places that they name in a text of which only some lines are known. All fit, or none is put.
    private boolean patchPlaces(List<PatchHunk> hunks, Stamp by) {
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
                    hunk.after().stream().map(FileStory::ended).toList(),
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

    /// An edit without a place: one that goes on with an earlier one, or a new one.
    private void fragment(String old, String after, Stamp by) {
        for (var earlier : fragments.reversed()) {
            if (earlier.knowledge == Knowledge.WHOLE
                    && (earlier.replaceOnce(old, after, by) || earlier.widen(old, after, by))) {
                return;
            }
        }
        if (fragments.size() == MOST_FRAGMENTS) {
            isLost = true;
            return;
        }
        var fragment = new FileStory(budget);
        fragment.begin(FileLines.of(old));
        fragment.become(FileLines.of(after), by);
        fragments.add(fragment);
    }

    /// The edit's text before has this whole fragment in it.
    private boolean widen(String old, String after, Stamp by) {
        var part = text();
        int at = part.isBlank() ? -1 : old.indexOf(part);
        if (at < 0) {
            return false;
        }
        var first = old.substring(0, at) + textBefore() + old.substring(at + part.length());
        var stamp = latest();
        before = new ArrayList<>();
        begin(FileLines.of(first));
        become(FileLines.of(old), stamp);
        become(FileLines.of(after), by);
        return true;
    }

    private Stamp latest() {
        var latest = Stamp.UNKNOWN;
        for (var line : now) {
            latest = line.written == null ? latest : Stamp.later(latest, line.written);
        }
        for (var line : before) {
            latest = line.removed == null ? latest : Stamp.later(latest, line.removed);
        }
        return latest;
    }

    private void become(List<String> lines, Stamp by) {
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

    private String text() {
        var joined = told == null ? joined(now) : told;
        told = joined;
        return joined;
    }

    private String textBefore() {
        return joined(before);
    }

    private static String joined(List<FileLine> lines) {
        var text = new StringBuilder();
        for (var line : lines) {
            text.append(Objects.requireNonNullElse(line.text, ""));
        }
        return text.toString();
    }

    /// What the file says now, where that is known; empty where it is not there.
    Optional<String> told() {
        return knowledge == Knowledge.WHOLE && fragments.isEmpty() && !isTooLarge && !isBinary
                ? Optional.of(text())
                : Optional.empty();
    }

    /// What it said before the session, where that is known.
    Optional<String> toldBefore() {
        return told().isPresent() && isBeforeKnown ? Optional.of(textBefore()) : Optional.empty();
    }

    /// Null where there is no net change.
    @Nullable
    ChangedFile change(String path, @Nullable String from) {
        boolean isMoved = from != null && existed && exists && !from.equals(path);
        if (!existed && !exists) {
            return null;
        }
        var kind = kind(isMoved);
        if (isBinary || isTooLarge) {
            return new ChangedFile(
                    path, kind, isMoved ? from : null, 0, 0, isBinary, isBeforeKnown, !isBinary, List.of());
        }
        boolean isWhole = fragments.isEmpty() && (knowledge == Knowledge.PLACES || isBeforeKnown);
        var hunks = new ArrayList<ChangedFile.Hunk>();
        var net = new NetDiff(before, now, false, budget);
        hunks.addAll(net.hunks());
        int additions = net.additions();
        int deletions = net.deletions();
        for (var fragment : fragments) {
            var part = new NetDiff(fragment.before, fragment.now, true, budget);
            hunks.addAll(part.hunks());
            additions += part.additions();
            deletions += part.deletions();
        }
        boolean isChanged = !hunks.isEmpty() || kind != ChangedFile.Kind.MODIFIED;
        return isChanged
                ? new ChangedFile(
                        path, kind, isMoved ? from : null, additions, deletions, false, isWhole, isLost, hunks)
                : null;
    }

    private ChangedFile.Kind kind(boolean isMoved) {
        if (!exists) {
            return ChangedFile.Kind.DELETED;
        }
        if (!existed) {
            return ChangedFile.Kind.ADDED;
        }
        return isMoved ? ChangedFile.Kind.MOVED : ChangedFile.Kind.MODIFIED;
    }
}
