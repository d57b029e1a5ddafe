package dev.svc.server.engine.gemini;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.Original;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The chat files of a session, and what says which folder its project has: without that the program does not find
/// them.
/// Sub-agents are sessions of their own.
final class GeminiOriginals implements Originals {
    private static final Path OWNER = Path.of(ProjectFolders.NOTE);

    private final GeminiPlace place;
    private final GeminiChats chats;
    private final OriginalTree tree;
    private final Listed listed;

    GeminiOriginals(GeminiPlace place) {
        this.place = place;
        this.chats = new GeminiChats(new GeminiFolder(place));
        this.tree = new OriginalTree("tmp", place.tmp());
        this.listed = new Listed(new GeminiFolder(place));
    }

    /// The chats of projects, remembered for those who read all sessions, one after the other: each would go through
    /// all folders. A folder in which a chat came or went is listed again.
    private static final class Listed {
        private static final int FOLDERS = 1_000;

        /// What changed a folder just before it was listed may not show in its time.
        private static final Duration SETTLED = Duration.ofSeconds(2);

        private final GeminiFolder folder;
        private final ReentrantLock lock = new ReentrantLock();

        @GuardedBy("lock")
        private final LinkedHashMap<Path, Chats> known = new LinkedHashMap<>();

        /// @param byName by the end of their names
        private record Chats(FileTime modified, Map<String, List<Path>> byName) {}

        Listed(GeminiFolder folder) {
            this.folder = folder;
        }

        /// Those whose names have what the session's would have; none where it may be a sub-agent's, whose folder is
        /// below those that are looked at.
        List<FileStamp> files(String nativeId) throws IOException {
            var files = new ArrayList<FileStamp>();
            for (var project : folder.projectFolders()) {
                for (var path : chats(project).byName().getOrDefault(GeminiChats.inName(nativeId), List.of())) {
                    FileStamp.of(path).ifPresent(files::add);
                }
            }
            return files;
        }

        private Chats chats(Path project) throws IOException {
            var modified = Files.getLastModifiedTime(project.resolve(GeminiFolder.CHATS));
            var before = find(project);
            if (before != null && before.modified().equals(modified)) {
                return before;
            }
            var byName = new HashMap<String, List<Path>>();
            for (var piece : folder.piecesOf(project)) {
                var name = piece.key().substring(piece.key().lastIndexOf('/') + 1);
                for (var stamp : piece.files()) {
                    if (GeminiFolder.parentOf(stamp.path()).isEmpty()) {
                        byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(stamp.path());
                    }
                }
            }
            var chats = new Chats(modified, byName);
            if (modified.toInstant().isBefore(Instant.now().minus(SETTLED))) {
                keep(project, chats);
            }
            return chats;
        }

        private @Nullable Chats find(Path project) {
            lock.lock();
            try {
                return known.get(project);
            } finally {
                lock.unlock();
            }
        }

        private void keep(Path project, Chats chats) {
            lock.lock();
            try {
                known.put(project, chats);
                if (known.size() > FOLDERS) {
                    known.pollFirstEntry();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /// The chats alone.
    List<LoggedUsage.Log> chats(String nativeId) throws IOException {
        var found = new ArrayList<LoggedUsage.Log>();
        for (var stamp : logs(nativeId)) {
            found.add(tree.original(stamp, Path.of(ChatFile.name(stamp)), OriginalTree.kind(stamp))
                    .usageLog());
        }
        return found;
    }

    private List<FileStamp> logs(String nativeId) throws IOException {
        if (!GeminiProvider.ID.matcher(nativeId).matches()) {
            return List.of();
        }
        var remembered = GeminiChats.own(nativeId, listed.files(nativeId));
        return remembered.isEmpty() ? chats.own(nativeId) : remembered;
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var found = new ArrayList<Original>();
        for (var stamp : chats.own(nativeId)) {
            var project = GeminiFolder.projectOf(stamp.path());
            var below = Path.of(String.valueOf(project.getFileName()));
            found.add(tree.original(stamp, below.resolve(project.relativize(stamp.path())), OriginalTree.kind(stamp)));
            var owner = below.resolve(OWNER);
            new StoreTree(tree.place())
                    .find(owner)
                    .map(it -> tree.original(it, owner, Original.Kind.DOCUMENT))
                    .filter(it -> !found.contains(it))
                    .ifPresent(found::add);
        }
        return found;
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return !chats.own(nativeId).isEmpty();
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new GeminiMoving(place, cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return tree.place(name);
    }
}
