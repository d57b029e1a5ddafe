package dev.svc.server.change.fold;

import dev.svc.server.change.fold.EditedLines.Knowledge;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.PatchHunk;
import dev.svc.server.engine.change.Was;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One file while the edits of a session pass by: whether it is there and what it says before and now, as far as the
/// edits tell. Owned by one folding.
///
/// An edit that fits nowhere becomes a fragment, with lines of its own: the log gives no place for it, or does not tell
/// of
/// a change before it.
final class FileStory {
    private static final int MOST_FRAGMENTS = 1_000;

    private final LineDiff.Budget budget;
    private final List<EditedLines> fragments = new ArrayList<>();
    private EditedLines lines;
    private boolean existed = true;
    private boolean exists = true;
    private boolean isLost;

    FileStory(LineDiff.Budget budget) {
        this.budget = budget;
        this.lines = new EditedLines(budget);
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
        if (lines.knowledge() == Knowledge.NOTHING && fragments.isEmpty()) {
            existed = false;
            lines.begin(List.of());
        } else if (lines.isWhole()) {
            lines.become(List.of(), Stamp.UNKNOWN);
        } else {
            forget();
        }
        exists = false;
    }

    private void learn(String text) {
        if (!lines.isUsable(text)) {
            return;
        }
        exists = true;
        switch (lines.knowledge()) {
            case WHOLE -> learnAgain(text);
            case PLACES -> fill(FileLines.of(text));
            case NOTHING -> learnFirst(text);
        }
    }

    private void learnAgain(String text) {
        if (!text.equals(lines.text())) {
            lines.become(FileLines.of(text), Stamp.UNKNOWN);
        }
    }

    /// Fragments that are in the text are taken out of it, the latest first, to find what was there before them.
    private void learnFirst(String text) {
        var first = text;
        for (var fragment : fragments.reversed()) {
            var part = fragment.text();
            int at = part.isBlank() ? -1 : first.indexOf(part);
            if (at < 0 || first.indexOf(part, at + 1) >= 0) {
                lines.begin(FileLines.of(text));
                return;
            }
            first = first.substring(0, at) + fragment.textBefore() + first.substring(at + part.length());
        }
        var known = List.copyOf(fragments);
        fragments.clear();
        lines.begin(FileLines.of(first));
        for (var fragment : known) {
            lines.replaceOnce(fragment.textBefore(), fragment.text(), fragment.latest());
        }
        learnAgain(text);
    }

    /// The whole text fits what was known at some places, or what was known becomes a fragment.
    private void fill(List<String> texts) {
        if (!lines.fill(texts)) {
            fragments.add(lines);
            lines = new EditedLines(budget);
            lines.begin(texts);
        }
    }

    private void forget() {
        lines.forget();
        fragments.clear();
    }

    void write(String text, Stamp by) {
        boolean isUsable = lines.isUsable(text);
        exists = true;
        if (isUsable) {
            becomeAll(FileLines.of(text), by);
        }
    }

    void delete(Stamp by) {
        becomeAll(List.of(), by);
        exists = false;
    }

    private void becomeAll(List<String> texts, Stamp by) {
        if (!lines.isWhole()) {
            lines.forget();
        }
        fragments.clear();
        lines.become(texts, by);
    }

    void append(String text, Stamp by) {
        if (!lines.isUsable(text)) {
            return;
        }
        exists = true;
        if (lines.isWhole()) {
            lines.become(FileLines.of(lines.text() + text), by);
        } else {
            fragment("", text, by);
        }
    }

    /// @param hunks the same as a patch; empty where the log has none
    void replace(List<Replacement> replacements, List<PatchHunk> hunks, Stamp by) {
        exists = true;
        if (lines.isWhole()) {
            replaceWhole(replacements, hunks, by);
        } else if (!isFaithful(replacements, hunks) || !lines.patchPlaces(hunks, by)) {
            replacements.forEach(it -> fragment(it.before(), it.after(), by));
        }
    }

    private void replaceWhole(List<Replacement> replacements, List<PatchHunk> hunks, Stamp by) {
        for (var it : replacements) {
            boolean fits = it.all() ? lines.replaceAll(it, by) : lines.replaceOnce(it.before(), it.after(), by);
            if (!fits && replacements.size() == 1 && !hunks.isEmpty() && lines.patchWhole(hunks, by)) {
                return;
            }
            if (!fits) {
                fragment(it.before(), it.after(), by);
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

    void patch(List<PatchHunk> hunks, Stamp by) {
        exists = true;
        boolean fits = lines.isWhole() ? lines.patchWhole(hunks, by) : lines.patchPlaces(hunks, by);
        if (!fits) {
            for (var hunk : hunks) {
                fragment(text(hunk.before()), text(hunk.after()), by);
            }
        }
    }

    private static String text(List<PatchHunk.Line> part) {
        var text = new StringBuilder();
        part.forEach(line -> text.append(line.text()).append('\n'));
        return text.toString();
    }

    /// An edit without a place: one that goes on with an earlier one, or a new one.
    private void fragment(String old, String after, Stamp by) {
        for (var earlier : fragments.reversed()) {
            if (earlier.isWhole() && (earlier.replaceOnce(old, after, by) || earlier.widen(old, after, by))) {
                return;
            }
        }
        if (fragments.size() == MOST_FRAGMENTS) {
            isLost = true;
            return;
        }
        var fragment = new EditedLines(budget);
        fragment.begin(FileLines.of(old));
        fragment.become(FileLines.of(after), by);
        fragments.add(fragment);
    }

    /// What the file says now, where that is known; empty where it is not there.
    Optional<String> told() {
        return lines.isWhole() && fragments.isEmpty() && !lines.isTooLarge() && !lines.isBinary()
                ? Optional.of(lines.text())
                : Optional.empty();
    }

    /// What it said before the session, where that is known.
    Optional<String> toldBefore() {
        return told().isPresent() && lines.isBeforeKnown() ? Optional.of(lines.textBefore()) : Optional.empty();
    }

    /// Null where there is no net change.
    @Nullable
    ChangedFile change(String path, @Nullable String from) {
        boolean isMoved = from != null && existed && exists && !from.equals(path);
        if (!existed && !exists) {
            return null;
        }
        var kind = kind(isMoved);
        if (lines.isBinary() || lines.isTooLarge()) {
            boolean isBinary = lines.isBinary();
            return new ChangedFile(
                    path, kind, isMoved ? from : null, 0, 0, isBinary, lines.isBeforeKnown(), !isBinary, List.of());
        }
        boolean isWhole = fragments.isEmpty() && (lines.knowledge() == Knowledge.PLACES || lines.isBeforeKnown());
        var net = lines.net(false);
        var hunks = new ArrayList<>(net.hunks());
        int additions = net.additions();
        int deletions = net.deletions();
        for (var fragment : fragments) {
            var part = fragment.net(true);
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
