package dev.svc.server.change.git;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.git.GitRefusedException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What git says of the folder of a session, for one answer.
public final class GitChanges {
    private static final int MOST_FILES = 2_000;
    private static final int MOST_ASKED = 1_000;

    private final GitFolder repository;
    private final WaryGit git;
    private final Path cwd;
    private final GitStatus status;
    private final boolean isCut;

    /// What git says beside a diff. Paths are absolute.
    ///
    /// @param base where HEAD was when the session began
    /// @param notInGit files that the session touched and git does not have
    public record State(
            Path root,
            @Nullable String branch,
            @Nullable String base,
            @Nullable String state,
            List<Uncommitted> uncommitted,
            Set<String> notInGit,
            boolean isTruncated) {}

    /// A file that differs from HEAD, and how, as the interface calls it.
    public record Uncommitted(String path, String status) {}

    /// @param cwd of the session
    /// @param path the variable PATH, to find git by
    /// @param deadline for all that is asked
    public GitChanges(Path cwd, String path, Duration deadline) throws GitRefusedException {
        this.repository = GitFolder.of(cwd);
        var binary = WaryGit.find(path)
                .orElseThrow(() ->
                        new GitRefusedException(Reason.NO_GIT, "git is not on this host: install it to see this."));
        this.git = new WaryGit(binary, repository, deadline);
        this.cwd = cwd;
        var output = git.ask(List.of(
                "status",
                "--porcelain=v2",
                "--branch",
                "-z",
                "--untracked-files=all",
                "--ignore-submodules=all",
                "--no-ahead-behind"));
        this.isCut = output.isCut();
        this.status = GitStatus.read(output.text());
    }

    /// Where HEAD was, and what differs from it now.
    ///
    /// @param touched absolute paths of what the session touched
    public State state(Instant began, Set<String> touched) throws GitRefusedException {
        var uncommitted = new TreeMap<String, Uncommitted>();
        for (var entry : status.entries()) {
            var path = absolute(entry.path());
            if (uncommitted.size() < MOST_FILES) {
                uncommitted.put(path, new Uncommitted(path, word(entry.kind())));
            }
        }
        return new State(
                repository.root(),
                status.branch(),
                GitLog.headAt(repository.folder(), began).orElse(null),
                repository.state().isEmpty() ? null : repository.state(),
                List.copyOf(uncommitted.values()),
                notInGit(touched, uncommitted.keySet()),
                isCut || status.entries().size() > MOST_FILES);
    }

    private static String word(GitStatus.Kind kind) {
        return switch (kind) {
            case ADDED -> "added";
            case MODIFIED -> "modified";
            case DELETED -> "deleted";
            case MOVED -> "moved";
            case UNTRACKED -> "untracked";
            case CONFLICTED -> "conflicted";
        };
    }

    /// As the session's paths are: through the links that its folder lies behind.
    private String absolute(String path) {
        try {
            var real = repository.root().resolve(path);
            var start = cwd.toRealPath();
            return real.startsWith(start) ? cwd.resolve(start.relativize(real)).toString() : real.toString();
        } catch (IOException | InvalidPathException odd) {
            return path;
        }
    }

    private Set<String> notInGit(Set<String> touched, Set<String> uncommitted) throws GitRefusedException {
        var there = new TreeSet<String>();
        for (var path : new TreeSet<>(touched)) {
            if (there.size() < MOST_ASKED && !uncommitted.contains(path) && isFile(path)) {
                there.add(path);
            }
        }
        var asked = new ArrayList<>(List.of("ls-files", "-z", "--"));
        for (var path : there) {
            if (isInside(path)) {
                asked.add(path);
            }
        }
        if (asked.size() > 3) {
            for (var tracked : git.ask(asked).text().split("\0", -1)) {
                there.remove(absolute(tracked));
            }
        }
        return there;
    }

    private boolean isInside(String path) {
        try {
            var parent = Path.of(path).getParent();
            return parent != null && parent.toRealPath().startsWith(repository.root());
        } catch (IOException | InvalidPathException odd) {
            return false;
        }
    }

    private static boolean isFile(String path) {
        try {
            return Files.isRegularFile(Path.of(path), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException odd) {
            return false;
        }
    }

    /// What differs from HEAD, files that git does not have yet included. Paths are absolute.
    public Answer uncommitted() throws GitRefusedException {
        return diff(status.head() == null ? emptyTree() : status.head());
    }

    /// What differs from where HEAD was when the session began.
    public Answer since(@Nullable String base) throws GitRefusedException {
        if (base == null
                || git.run(List.of("cat-file", "-e", base + "^{commit}")).code() != 0) {
            throw new GitRefusedException(
                    Reason.NO_BASE,
                    "The log of HEAD does not say where it was when the session began: look at what is uncommitted.");
        }
        return diff(base);
    }

    /// Text of git's, to be read where texts are read, and files to be read beside it.
    ///
    /// @param untracked paths below the root
    public record Answer(String patch, boolean isCut, Path root, List<String> untracked, GitChanges from) {
        /// Linear in the text.
        public List<ChangedFile> files() {
            var files = new TreeMap<String, ChangedFile>();
            for (var file : GitDiff.read(patch)) {
                var path = from.absolute(file.path());
                files.put(path, file.at(path, file.from() == null ? null : from.absolute(file.from())));
            }
            for (var path : untracked) {
                Untracked.read(root.resolve(path), from.absolute(path))
                        .ifPresent(file -> files.putIfAbsent(file.path(), file));
            }
            return List.copyOf(files.values());
        }
    }

    private String emptyTree() throws GitRefusedException {
        return git.ask(List.of("hash-object", "-t", "tree", "/dev/null")).text().strip();
    }

    private Answer diff(String commit) throws GitRefusedException {
        var output = git.ask(List.of(
                "diff",
                "--no-ext-diff",
                "--no-textconv",
                "--no-color",
                "--no-color-moved",
                "--no-relative",
                "--no-indent-heuristic",
                "--find-renames",
                "-l200",
                "--src-prefix=a/",
                "--dst-prefix=b/",
                "--ignore-submodules=all",
                "--unified=3",
                "--inter-hunk-context=0",
                "--patch",
                commit,
                "--"));
        var untracked = status.entries().stream()
                .filter(entry -> entry.kind() == GitStatus.Kind.UNTRACKED)
                .map(GitStatus.Entry::path)
                .limit(MOST_FILES)
                .toList();
        return new Answer(output.text(), output.isCut() || isCut, repository.root(), untracked, this);
    }
}
