package dev.svc.server.share;

import dev.svc.server.change.ChangesView.FileView;
import dev.svc.server.change.ChangesView.HunkView;
import dev.svc.server.change.ChangesView.LineView;
import dev.svc.server.change.ShownText;
import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.ChangedFile.End;
import dev.svc.server.change.fold.ChangedFile.Hunk;
import dev.svc.server.change.fold.ChangedFile.Line;
import dev.svc.server.change.fold.Paths;
import dev.svc.server.change.fold.SessionDiff;
import dev.svc.server.mask.Masks;
import dev.svc.server.mask.Secret;
import dev.svc.server.mask.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Takes what some turns changed out of what their session changed. Owned by one page.
final class ChosenChanges {
    static final int MOST_FILES = 200;
    static final int MOST_LINES = 5_000;
    static final int MOST_CHARACTERS = 512 << 10;

    private final int from;
    private final int to;
    private final Paths paths;
    private final Masks masks;
    private final Consumer<Secret> noted;
    private final List<FileView> files = new ArrayList<>();
    private int lines = MOST_LINES;
    private int characters = MOST_CHARACTERS;
    private int additions;
    private int deletions;
    private int untold;
    private int cutFiles;
    private int cutLines;

    /// @param from the first turn
    /// @param to the last turn
    /// @param cwd of the session; empty where that is not known
    /// @param noted hears of each secret
    ChosenChanges(int from, int to, String cwd, Masks masks, Consumer<Secret> noted) {
        this.from = from;
        this.to = to;
        this.paths = new Paths(cwd);
        this.masks = masks;
        this.noted = noted;
    }

    SharedChanges of(SessionDiff diff) {
        diff.files().forEach(this::take);
        var commands = diff.unknown().stream().filter(it -> isChosen(it.turn())).count();
        return new SharedChanges(
                diff.isRecorded(),
                files,
                additions,
                deletions,
                untold,
                Math.toIntExact(commands),
                cutFiles,
                cutLines,
                diff.isTruncated());
    }

    private boolean isChosen(@Nullable Integer turn) {
        return turn != null && turn >= from && turn <= to;
    }

    /// A file without hunks, as a picture, has no turn that anybody knows.
    private void take(ChangedFile file) {
        untold += file.hunks().isEmpty() ? 1 : 0;
        untold += Math.toIntExact(
                file.hunks().stream().filter(hunk -> hunk.turn() == null).count());
        var chosen = file.hunks().stream().filter(hunk -> isChosen(hunk.turn())).toList();
        if (chosen.isEmpty()) {
            return;
        }
        int added = count(chosen, '+');
        int removed = count(chosen, '-');
        additions += added;
        deletions += removed;
        if (files.size() == MOST_FILES) {
            cutFiles++;
        } else {
            files.add(view(file, chosen, added, removed));
        }
    }

    private FileView view(ChangedFile file, List<Hunk> chosen, int added, int removed) {
        var kept = new ArrayList<List<Line>>();
        int cut = 0;
        for (var hunk : chosen) {
            var some = hunk.lines().stream().takeWhile(this::fits).toList();
            cut += hunk.lines().size() - some.size();
            kept.add(some);
        }
        cutLines += cut;
        return new FileView(
                path(file.path()),
                file.kind().name().toLowerCase(Locale.ROOT),
                file.from() == null ? null : path(file.from()),
                added,
                removed,
                file.isBinary(),
                file.isWhole(),
                cut > 0 || file.isTruncated(),
                hunks(chosen, kept));
    }

    private static int count(List<Hunk> hunks, char op) {
        return Math.toIntExact(hunks.stream()
                .flatMap(hunk -> hunk.lines().stream())
                .filter(line -> line.op() == op)
                .count());
    }

    /// What does not fit ends the page: no later line is shown either.
    private boolean fits(Line line) {
        lines--;
        characters -= line.text().length();
        return lines >= 0 && characters >= 0;
    }

    /// The lines of one file are masked together: a secret may lie across the hunks of two turns.
    private List<HunkView> hunks(List<Hunk> chosen, List<List<Line>> kept) {
        var shown = new MaskedLines(masks, noted)
                .of(kept.stream().flatMap(List::stream).toList())
                .iterator();
        var hunks = new ArrayList<HunkView>();
        for (int i = 0; i < chosen.size(); i++) {
            var hunk = chosen.get(i);
            var views = new ArrayList<LineView>();
            for (var line : kept.get(i)) {
                views.add(new LineView(String.valueOf(line.op()), shown.next(), end(line.end())));
            }
            if (!views.isEmpty()) {
                hunks.add(new HunkView(hunk.turn(), hunk.at(), hunk.oldStart(), hunk.newStart(), views));
            }
        }
        return hunks;
    }

    private static @Nullable String end(End end) {
        return end == End.LF ? null : end.name().toLowerCase(Locale.ROOT);
    }

    /// Where the session works is not said, so of what lies elsewhere only the end is.
    private String path(String absolute) {
        var path = paths.shown(absolute);
        if (path.startsWith("/")) {
            int name = path.lastIndexOf('/');
            path = "…" + path.substring(Math.max(0, path.lastIndexOf('/', name - 1)));
        }
        var visible = Visible.of(path).replace('\n', ' ');
        var hidden = masks.hide(visible, noted);
        return ShownText.of(hidden.equals(visible) ? path : hidden);
    }
}
