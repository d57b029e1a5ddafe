package dev.svc.server.change;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.ChangedFile.End;
import dev.svc.server.change.fold.Paths;
import dev.svc.server.change.git.GitChanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Renders the changes of a session for the API: bounded, and without control characters.
public record ChangesView(
        String scope,
        boolean recorded,
        List<FileView> files,
        List<UnknownView> unknown,
        boolean truncated,
        @Nullable GitView git,
        @Nullable RefusalView gitRefused) {

    private static final int MOST_LINES = 60_000;
    private static final int MOST_LINES_OF_ONE = 20_000;
    private static final int MOST_CHARACTERS = 12 << 20;

    public record FileView(
            String path,
            String status,
            @Nullable String from,
            int additions,
            int deletions,
            boolean binary,
            boolean whole,
            boolean truncated,
            List<HunkView> hunks) {}

    public record HunkView(
            @Nullable Integer turn, @Nullable Instant at, int oldStart, int newStart, List<LineView> lines) {}

    public record LineView(
            String op,
            String text,
            @JsonInclude(Include.NON_NULL) @Nullable String end) {}

    public record UnknownView(int turn, @Nullable Instant at, String command) {}

    public record GitView(
            String root,
            @Nullable String branch,
            @Nullable String base,
            @Nullable String state,
            List<UncommittedView> uncommitted,
            List<String> outside,
            List<String> notInGit,
            boolean truncated) {}

    public record UncommittedView(String path, String status) {}

    public record RefusalView(String code, String detail) {}

    /// Counts what one answer may hold. Owned by the answer.
    private static final class Room {
        private int lines = MOST_LINES;
        private int characters = MOST_CHARACTERS;

        boolean take(String text) {
            lines--;
            characters -= text.length();
            return lines >= 0 && characters >= 0;
        }
    }

    static ChangesView of(AllChanges.Told told) {
        var paths = new Paths(told.cwd());
        var room = new Room();
        var files = told.files().stream().map(file -> file(file, paths, room)).toList();
        var unknown = told.own().unknown().stream()
                .map(it -> new UnknownView(it.turn(), it.at(), ShownText.of(it.command())))
                .toList();
        var refusal = told.refusal() == null
                ? null
                : new RefusalView(
                        told.refusal().reason().name().toLowerCase(Locale.ROOT),
                        ShownText.of(told.refusal().sentence()));
        boolean isTruncated = told.isTruncated() || room.lines < 0 || room.characters < 0;
        return new ChangesView(
                told.scope().word(),
                told.own().isRecorded(),
                files,
                unknown,
                isTruncated,
                told.git() == null ? null : git(told.git(), paths),
                refusal);
    }

    private static FileView file(ChangedFile file, Paths paths, Room room) {
        var hunks = new ArrayList<HunkView>();
        int left = MOST_LINES_OF_ONE;
        boolean isCut = file.isTruncated();
        for (var hunk : file.hunks()) {
            var lines = new ArrayList<LineView>();
            for (var line : hunk.lines()) {
                var text = ShownText.of(line.text());
                if (--left < 0 || !room.take(text)) {
                    isCut = true;
                    break;
                }
                lines.add(new LineView(String.valueOf(line.op()), text, end(line.end())));
            }
            if (!lines.isEmpty()) {
                hunks.add(new HunkView(hunk.turn(), hunk.at(), hunk.oldStart(), hunk.newStart(), lines));
            }
        }
        return new FileView(
                ShownText.of(paths.shown(file.path())),
                file.kind().name().toLowerCase(Locale.ROOT),
                file.from() == null ? null : ShownText.of(paths.shown(file.from())),
                file.additions(),
                file.deletions(),
                file.isBinary(),
                file.isWhole(),
                isCut,
                hunks);
    }

    private static @Nullable String end(End end) {
        return end == End.LF ? null : end.name().toLowerCase(Locale.ROOT);
    }

    private static GitView git(AllChanges.Repository repository, Paths paths) {
        GitChanges.State state = repository.state();
        return new GitView(
                ShownText.of(state.root().toString()),
                state.branch() == null ? null : ShownText.of(state.branch()),
                state.base(),
                state.state(),
                state.uncommitted().stream()
                        .map(it -> new UncommittedView(ShownText.of(paths.shown(it.path())), it.status()))
                        .toList(),
                shown(repository.outside(), paths),
                shown(state.notInGit(), paths),
                state.isTruncated());
    }

    private static List<String> shown(Collection<String> absolute, Paths paths) {
        return absolute.stream().map(paths::shown).map(ShownText::of).toList();
    }
}
