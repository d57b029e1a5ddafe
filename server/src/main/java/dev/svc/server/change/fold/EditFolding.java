package dev.svc.server.change.fold;

import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.EditSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Makes a net diff of the edits of a session. Owned by one reading.
public final class EditFolding implements EditSink {
    private static final int MOST_FILES = 3_000;
    private static final int MOST_COMMANDS = 1_000;

    /// Characters of all texts together.
    private static final long MOST = 256L << 20;

    private static final int LONGEST_COMMAND = 2_000;

    private final Paths paths;
    private final LineDiff.Budget budget = new LineDiff.Budget();
    private final Map<String, FileStory> files = new LinkedHashMap<>();
    private final Map<String, String> movedFrom = new HashMap<>();
    private final Set<String> touched = new HashSet<>();
    private final List<SessionDiff.Unknown> unknown = new ArrayList<>();
    private long size;
    private boolean isTruncated;

    /// @param cwd where the session works; empty where that is not known
    public EditFolding(String cwd) {
        this.paths = new Paths(cwd);
    }

    @Override
    public void edit(Edit edit) {
        var by = new Stamp(edit.turn(), edit.at());
        switch (edit.deed()) {
            case Deed.Ran ran -> ran(ran.command(), by);
            case Deed.Wrote it -> {
                var file = file(it.path(), it.text().length());
                file.learn(it.was());
                file.write(it.text(), by);
            }
            case Deed.Appended it -> {
                var file = file(it.path(), it.text().length());
                file.learn(it.was());
                file.append(it.text(), by);
            }
            case Deed.Replaced it -> {
                var file = file(it.path(), 0);
                file.learn(it.was());
                file.replace(it.replacements(), it.hunks(), by);
            }
            case Deed.Patched it -> {
                var file = file(it.path(), 0);
                file.learn(it.was());
                file.patch(it.hunks(), by);
                move(it.path(), it.to());
            }
            case Deed.Deleted it -> {
                var file = file(it.path(), 0);
                file.learn(it.was());
                file.delete(by);
            }
        }
    }

    @Override
    public void leftOut() {
        isTruncated = true;
    }

    private void ran(String command, Stamp by) {
        if (unknown.size() < MOST_COMMANDS) {
            boolean isLong = command.length() > LONGEST_COMMAND;
            unknown.add(new SessionDiff.Unknown(
                    by.turn(), by.at(), isLong ? command.substring(0, LONGEST_COMMAND) + "…" : command));
        } else {
            isTruncated = true;
        }
    }

    /// Returns the story of the file, or one that is discarded when there are too many.
    private FileStory file(String path, int added) {
        var place = paths.absolute(path);
        var known = files.get(place);
        size += added;
        if (place.isEmpty() || size > MOST || (known == null && files.size() == MOST_FILES)) {
            isTruncated = true;
            return new FileStory(new LineDiff.Budget(0));
        }
        touched.add(place);
        return files.computeIfAbsent(place, _ -> new FileStory(budget));
    }

    private void move(String path, String to) {
        var from = paths.absolute(path);
        var place = paths.absolute(to);
        var story = files.get(from);
        if (from.equals(place) || story == null || place.isEmpty()) {
            return;
        }
        files.remove(from);
        files.put(place, story);
        var first = movedFrom.remove(from);
        movedFrom.put(place, first == null ? from : first);
        touched.add(place);
    }

    /// What is left of all edits.
    public SessionDiff result() {
        var changes = new TreeMap<String, ChangedFile>();
        files.forEach((place, story) -> {
            var from = movedFrom.get(place);
            var change = story.change(place, from);
            if (change != null) {
                changes.put(change.path(), change);
            }
        });
        return new SessionDiff(
                true, List.copyOf(changes.values()), List.copyOf(unknown), isTruncated, Set.copyOf(touched));
    }

    /// The stories by absolute path, for those who look closer.
    Map<String, FileStory> stories() {
        return files;
    }
}
