package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.SessionBusyException;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.file.StoreTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Moves a transcript and the folder of its side files between `projects` and `projects-archive`.
///
/// The transcript is renamed first, in one step, and decides where the session is; a side folder that a crash left
/// behind follows it at the next start. Names and bytes stay, because nothing is copied, and times do when a session is
/// put away. A transcript that comes back gets the time of now before it is renamed, so that [Sweep] has done its work
/// whenever a crash comes. Links are no sessions and stay where they are.
final class ClaudeArchive implements StoreArchive {
    private final ClaudeHome home;
    private final Supplier<Set<String>> processes;
    private final Sweep sweep;

    /// @param processes the sessions that a living process works on
    ClaudeArchive(ClaudeHome home, Supplier<Set<String>> processes, Sweep sweep) {
        this.home = home;
        this.processes = processes;
        this.sweep = sweep;
    }

    @Override
    public void archive(String nativeId) throws IOException {
        requireIdle(nativeId);
        move(nativeId, home.projects(), home.archive(), _ -> {});
    }

    @Override
    public void unarchive(String nativeId) throws IOException {
        requireIdle(nativeId);
        move(nativeId, home.archive(), home.projects(), sweep::spares);
    }

    private interface Preparation {
        void before(Path transcript) throws IOException;
    }

    private void requireIdle(String nativeId) {
        if (!ClaudeHome.ID.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not a session id of Claude Code: " + nativeId);
        }
        if (processes.get().contains(nativeId)) {
            throw new SessionBusyException(
                    "Claude Code is running on this session; leave it there first (type /exit), then try again.");
        }
    }

    /// A file that is there already counts as done, so moving is idempotent.
    private static void move(String nativeId, StoreTree from, StoreTree to, Preparation prepare) throws IOException {
        var transcripts = transcripts(from, nativeId);
        if (transcripts.isEmpty()) {
            var there = transcripts(to, nativeId);
            if (there.isEmpty()) {
                throw new NoSuchFileException(nativeId, null, "no transcript of this session in " + from.place());
            }
            for (var transcript : there) {
                prepare.before(transcript);
            }
        }
        for (var transcript : transcripts) {
            var target = target(transcript, to);
            requireFree(transcript, target);
            prepare.before(transcript);
            rename(transcript, target);
            follow(sideFolder(transcript), sideFolder(target));
        }
    }

    private static List<Path> transcripts(StoreTree tree, String nativeId) throws IOException {
        var found = new ArrayList<Path>();
        var name = ClaudeHome.fileName(nativeId);
        tree.walk(2, stamp -> {
            if (stamp.path().endsWith(name)) {
                found.add(stamp.path());
            }
        });
        return found;
    }

    private static Path target(Path transcript, StoreTree to) throws IOException {
        int names = transcript.getNameCount();
        var place = Files.isDirectory(to.place()) ? to.place().toRealPath() : to.place();
        return place.resolve(transcript.subpath(names - 2, names));
    }

    private static Path sideFolder(Path transcript) {
        return transcript.resolveSibling(
                ClaudeHome.id(transcript.getName(transcript.getNameCount() - 1).toString()));
    }

    private static void requireFree(Path from, Path to) throws IOException {
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(
                    from.toString(), to.toString(), "both are there, and neither is overwritten; remove one of them");
        }
    }

    private static void rename(Path from, Path to) throws IOException {
        requireFree(from, to);
        var folder = to.resolveSibling("");
        Files.createDirectories(folder);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(folder);
        sync(from.resolveSibling(""));
    }

    /// Side files that exist in both places stay in both: nothing is lost.
    private static void follow(Path from, Path to) throws IOException {
        if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS) && !Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            rename(from, to);
        }
    }

    private static void sync(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void heal() throws IOException {
        heal(home.projects(), home.archive());
        heal(home.archive(), home.projects());
    }

    /// A side folder whose transcript is in the other tree, and not beside it, goes there. Only what both trees have is
    /// looked at, and of that no more than names: a store may hold half a million transcripts.
    private static void heal(StoreTree from, StoreTree to) throws IOException {
        var inBoth = new ArrayList<>(to.folders());
        inBoth.retainAll(new HashSet<>(from.folders()));
        for (var project : inBoth) {
            healProject(
                    new StoreTree(from.place().resolve(project)),
                    new StoreTree(to.place().resolve(project)));
        }
    }

    private static void healProject(StoreTree from, StoreTree to) throws IOException {
        var sides = from.folders(name -> ClaudeHome.ID.matcher(name.toString()).matches());
        for (var side : sides) {
            var transcript = Path.of(ClaudeHome.fileName(side.toString()));
            var left = from.place().resolve(transcript);
            if (to.find(transcript).isPresent() && !Files.exists(left, LinkOption.NOFOLLOW_LINKS)) {
                follow(from.place().resolve(side), to.place().resolve(side));
            }
        }
    }
}
