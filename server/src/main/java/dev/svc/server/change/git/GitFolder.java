package dev.svc.server.change.git;

import dev.svc.server.change.git.GitRefusedException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// The repository that a folder is in, found without git: a folder `.git`, or a file of a linked work tree or of a
/// submodule that the repository it leads to knows of. Links are not followed, and what belongs to another account is
/// left alone.
///
/// @param root of the work tree
/// @param folder of this work tree's own state, such as HEAD and its log
record GitFolder(Path root, Path folder) {
    private static final String DOT_GIT = ".git";
    private static final String LEADS = "gitdir:";
    private static final int LONGEST = 4 << 10;
    private static final int DEPTH = 200;

    /// @param cwd of the session
    static GitFolder of(Path cwd) throws GitRefusedException {
        return of(cwd, ProcessHandle.current().info().user().orElse(System.getProperty("user.name")));
    }

    /// @param own the account's name
    static GitFolder of(Path cwd, String own) throws GitRefusedException {
        var start = real(cwd);
        var at = start;
        for (int i = 0; i < DEPTH && at != null; i++, at = at.getParent()) {
            var found = at.resolve(DOT_GIT);
            if (Files.exists(found, LinkOption.NOFOLLOW_LINKS)) {
                var folder = folder(at, found);
                checkOwner(at, own);
                checkOwner(found, own);
                checkOwner(folder, own);
                return new GitFolder(at, folder);
            }
        }
        throw new GitRefusedException(
                Reason.NOT_A_REPOSITORY,
                "The folder of this session is in no git repository: svc shows its own edits.");
    }

    private static Path real(Path cwd) throws GitRefusedException {
        try {
            if (cwd.isAbsolute() && Files.isDirectory(cwd)) {
                return cwd.toRealPath();
            }
        } catch (IOException unreadable) {
            throw new GitRefusedException(Reason.NO_FOLDER, "The folder of this session cannot be read now.");
        }
        throw new GitRefusedException(Reason.NO_FOLDER, "The folder of this session is not there any more.");
    }

    private static Path folder(Path root, Path found) throws GitRefusedException {
        if (Files.isDirectory(found, LinkOption.NOFOLLOW_LINKS)) {
            return found;
        }
        if (!Files.isRegularFile(found, LinkOption.NOFOLLOW_LINKS)) {
            throw elsewhere(found);
        }
        try {
            var text = read(found);
            if (!text.startsWith(LEADS)) {
                throw elsewhere(found);
            }
            var folder = root.resolve(text.substring(LEADS.length()).strip()).toRealPath();
            if (isWorkTree(folder, found) || isSubmodule(folder, root)) {
                return folder;
            }
        } catch (IOException | InvalidPathException unreadable) {
            throw elsewhere(found);
        }
        throw elsewhere(found);
    }

    /// The repository of a linked work tree knows where that is.
    private static boolean isWorkTree(Path folder, Path found) throws IOException {
        var back = folder.resolve("gitdir");
        return Files.isRegularFile(back, LinkOption.NOFOLLOW_LINKS)
                && Path.of(read(back).strip()).equals(found)
                && folder.getParent() != null
                && folder.getParent().endsWith("worktrees");
    }

    /// The repository of a submodule lies in that of a folder above.
    private static boolean isSubmodule(Path folder, Path root) {
        for (var above = root.getParent(); above != null; above = above.getParent()) {
            if (folder.startsWith(above.resolve(DOT_GIT).resolve("modules"))) {
                return true;
            }
        }
        return false;
    }

    private static String read(Path file) throws IOException {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        }
    }

    private static void checkOwner(Path path, String own) throws GitRefusedException {
        try {
            var owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
            if (!owner.equals(own)) {
                throw new GitRefusedException(
                        Reason.OTHER_OWNER,
                        "The repository belongs to another account, so svc does not run git in it.");
            }
        } catch (IOException unreadable) {
            throw new GitRefusedException(Reason.FAILED, "The repository cannot be read now.");
        }
    }

    private static GitRefusedException elsewhere(Path found) {
        return new GitRefusedException(
                Reason.ELSEWHERE, "%s leads to a repository that does not know this folder.".formatted(found));
    }

    /// What the repository is in the middle of; empty when of nothing.
    String state() {
        if (has("MERGE_HEAD")) {
            return "merge";
        }
        if (has("rebase-merge") || has("rebase-apply")) {
            return "rebase";
        }
        if (has("CHERRY_PICK_HEAD")) {
            return "cherry_pick";
        }
        if (has("REVERT_HEAD")) {
            return "revert";
        }
        return has("BISECT_LOG") ? "bisect" : "";
    }

    private boolean has(String name) {
        return Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }
}
