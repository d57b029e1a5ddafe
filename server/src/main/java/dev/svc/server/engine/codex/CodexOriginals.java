package dev.svc.server.engine.codex;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A rollout, under the name that it has, or had, among those in use: one that was put away is the same session.
final class CodexOriginals implements Originals {
    private static final String TREE = "sessions";

    /// A rollout's name begins with the day that its folder is named by.
    private static final Pattern DAY = Pattern.compile("rollout-(\\d{4})-(\\d\\d)-(\\d\\d)T.*");

    private final CodexAncestors ancestors;
    private final OriginalTree tree;

    CodexOriginals(CodexHome home) {
        this.ancestors = new CodexAncestors(home);
        this.tree = new OriginalTree(TREE, home.live().place());
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        if (!CodexHome.ID.matcher(nativeId).matches()) {
            return List.of();
        }
        var file = ancestors.find(nativeId);
        var stamp = file.isEmpty() ? Optional.<FileStamp>empty() : FileStamp.of(file.get());
        return stamp.stream()
                .map(it -> tree.original(it, folder(it.path()).resolve(name(it.path())), kind(it.path())))
                .toList();
    }

    /// A compressed one is replaced, never continued.
    private static Kind kind(Path rollout) {
        return CodexLog.isCompressed(rollout) ? Kind.DOCUMENT : Kind.LOG;
    }

    private static Path folder(Path rollout) {
        var day = DAY.matcher(name(rollout));
        return day.matches() ? Path.of(day.group(1), day.group(2), day.group(3)) : Path.of("");
    }

    private static String name(Path rollout) {
        return rollout.getName(rollout.getNameCount() - 1).toString();
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return CodexHome.ID.matcher(nativeId).matches()
                && ancestors.find(nativeId).isPresent();
    }

    @Override
    public List<String> continued(String nativeId) throws IOException {
        return CodexHome.ID.matcher(nativeId).matches()
                ? ancestors.parent(nativeId).stream().toList()
                : List.of();
    }

    /// What a fork continues may lie elsewhere even where the fork does not.
    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) {
        return folders.isEmpty()
                ? Optional.empty()
                : Optional.of(new CodexMoving(cwd, folders, new MovedBase(ancestors, others)));
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }
}
