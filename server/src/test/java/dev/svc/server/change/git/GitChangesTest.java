package dev.svc.server.change.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.ChangedFile.Kind;
import dev.svc.server.change.git.GitChanges.Uncommitted;
import dev.svc.server.change.git.GitRefusedException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitChangesTest {
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Repositories repository;

    @BeforeEach
    void a_repository_with_one_commit() throws Exception {
        repository = Repositories.make(folder.toRealPath().resolve("shop"));
        repository
                .write("a.txt", "one\ntwo\nthree\n")
                .write("old.txt", "1\n2\n3\n4\n5\n")
                .write(".gitignore", "*.log\n");
        repository.commit("first");
    }

    private GitChanges changes() throws GitRefusedException {
        return changes(repository.root());
    }

    private static GitChanges changes(Path cwd) throws GitRefusedException {
        return new GitChanges(cwd, System.getenv("PATH"), Duration.ofSeconds(60));
    }

    private static Reason refusal(Path cwd) {
        try {
            changes(cwd);
        } catch (GitRefusedException refused) {
            return refused.reason();
        }
        throw new AssertionError("git was asked");
    }

    private String path(String file) {
        return repository.root().resolve(file).toString();
    }

    private ChangedFile file(List<ChangedFile> files, String name) {
        return files.stream()
                .filter(it -> it.path().equals(path(name)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void uncommitted_files_are_told_each_in_its_way() throws Exception {
        repository.write("a.txt", "one\n2\nthree").write("new file.txt", "x\n").write("über.txt", "ü\n");
        repository.git("mv", "old.txt", "moved.txt");
        var state = changes().state(LATER, Set.of());
        assertThat(state.branch()).isEqualTo("main");
        assertThat(state.state()).isNull();
        assertThat(state.uncommitted())
                .extracting(Uncommitted::path, Uncommitted::status)
                .containsExactlyInAnyOrder(
                        tuple(path("a.txt"), "modified"),
                        tuple(path("moved.txt"), "moved"),
                        tuple(path("new file.txt"), "untracked"),
                        tuple(path("über.txt"), "untracked"));
        var files = changes().uncommitted().files();
        assertThat(file(files, "a.txt").hunks().getFirst().lines())
                .extracting(ChangedFile.Line::op)
                .containsExactly(' ', '-', '-', '+', '+');
        assertThat(file(files, "a.txt").hunks().getFirst().lines().getLast().end())
                .isEqualTo(ChangedFile.End.NONE);
        assertThat(file(files, "moved.txt").kind()).isEqualTo(Kind.MOVED);
        assertThat(file(files, "moved.txt").from()).isEqualTo(path("old.txt"));
        assertThat(file(files, "new file.txt").additions()).isEqualTo(1);
        assertThat(file(files, "über.txt").kind()).isEqualTo(Kind.ADDED);
    }

    @Test
    void since_the_session_began_is_since_where_head_was_then() throws Exception {
        repository.git("commit", "--quiet", "--amend", "-m", "first", "--date=2026-01-01T00:00:00Z");
        var log = repository.root().resolve(".git/logs/HEAD");
        var base = repository.git("rev-parse", "HEAD").strip();
        Files.writeString(log, "%s %s A <a@example.org> 1000000000 +0000\tcommit\n".formatted("0".repeat(40), base));
        repository.write("a.txt", "one\ntwo\n").commit("second");
        repository.write("b.txt", "b\n");
        var changes = changes();
        var state = changes.state(Instant.ofEpochSecond(1_000_000_100), Set.of());
        assertThat(state.base()).isEqualTo(base);
        assertThat(changes.since(state.base()).files())
                .extracting(ChangedFile::path)
                .containsExactly(path("a.txt"), path("b.txt"));
    }

    @Test
    void before_its_log_nobody_knows_where_head_was() throws Exception {
        var changes = changes();
        var state = changes.state(Instant.ofEpochSecond(1), Set.of());
        assertThat(state.base()).isNull();
        assertThatThrownBy(() -> changes.since(state.base()))
                .isInstanceOfSatisfying(
                        GitRefusedException.class, it -> assertThat(it.reason()).isEqualTo(Reason.NO_BASE));
        assertThatThrownBy(() -> changes.since("f".repeat(40))).isInstanceOf(GitRefusedException.class);
    }

    @Test
    void clocks_that_went_back_do_not_confuse_the_log() {
        var log = """
                %1$s %2$s A <a> 100 +0000\tone
                %2$s %3$s A <a> 300 +0000\ttwo
                nonsense
                %3$s %4$s A <a> 200 +0000\tthree
                """.formatted("0".repeat(40), "1".repeat(40), "2".repeat(40), "3".repeat(40));
        assertThat(GitLog.headAt(log, Instant.ofEpochSecond(50))).isEmpty();
        assertThat(GitLog.headAt(log, Instant.ofEpochSecond(250))).contains("1".repeat(40));
        assertThat(GitLog.headAt(log, Instant.ofEpochSecond(400))).contains("3".repeat(40));
        assertThat(GitLog.headAt("", Instant.EPOCH)).isEmpty();
    }

    @Test
    void a_merge_in_progress_is_told_with_its_conflicts() throws Exception {
        repository.git("checkout", "--quiet", "-b", "other");
        repository.write("a.txt", "theirs\n").commit("theirs");
        repository.git("checkout", "--quiet", "main");
        repository.write("a.txt", "ours\n").commit("ours");
        repository.fails("merge", "other");
        var changes = changes();
        assertThat(changes.state(LATER, Set.of()).state()).isEqualTo("merge");
        assertThat(changes.state(LATER, Set.of()).uncommitted())
                .containsExactly(new Uncommitted(path("a.txt"), "conflicted"));
        assertThat(changes.uncommitted().files()).extracting(ChangedFile::path).containsExactly(path("a.txt"));
    }

    @Test
    void a_repository_without_a_commit_has_only_new_files() throws Exception {
        var fresh = Repositories.make(folder.toRealPath().resolve("fresh"));
        fresh.write("a.txt", "a\n").write("b.txt", "b\n").git("add", "a.txt");
        var changes = changes(fresh.root());
        assertThat(changes.state(LATER, Set.of()).base()).isNull();
        assertThat(changes.uncommitted().files()).extracting(ChangedFile::kind).containsExactly(Kind.ADDED, Kind.ADDED);
    }

    @Test
    void what_git_ignores_or_has_not_is_told_of_what_was_touched() throws Exception {
        repository.write("x.log", "x\n").write("a.txt", "changed\n");
        var outside = Files.writeString(folder.toRealPath().resolve("outside.txt"), "x");
        var touched = Set.of(path("x.log"), path("a.txt"), path("old.txt"), path("absent.txt"), outside.toString());
        assertThat(changes().state(LATER, touched).notInGit())
                .containsExactlyInAnyOrder(path("x.log"), outside.toString());
    }

    @Test
    void a_folder_below_the_root_sees_the_whole_repository() throws Exception {
        repository.write("sub/b.txt", "b\n").write("a.txt", "changed\n");
        var changes = changes(repository.root().resolve("sub"));
        assertThat(changes.uncommitted().files())
                .extracting(ChangedFile::path)
                .containsExactly(path("a.txt"), path("sub/b.txt"));
    }

    @Test
    void a_linked_work_tree_is_a_repository() throws Exception {
        var tree = folder.toRealPath().resolve("tree");
        repository.git("worktree", "add", "--quiet", tree.toString(), "-b", "tree");
        Files.writeString(tree.resolve("a.txt"), "changed\n");
        var changes = changes(tree);
        assertThat(changes.state(LATER, Set.of()).branch()).isEqualTo("tree");
        assertThat(changes.uncommitted().files())
                .extracting(ChangedFile::path)
                .containsExactly(tree.resolve("a.txt").toString());
    }

    @Test
    void binary_and_large_new_files_have_no_lines() throws Exception {
        Files.write(repository.root().resolve("a.txt"), new byte[] {0, 1, 2});
        Files.write(repository.root().resolve("new.bin"), new byte[] {0, 1, 2});
        Files.writeString(repository.root().resolve("large.txt"), "x".repeat(2 << 20));
        var files = changes().uncommitted().files();
        assertThat(file(files, "a.txt").isBinary()).isTrue();
        assertThat(file(files, "new.bin").isBinary()).isTrue();
        assertThat(file(files, "large.txt").isTruncated()).isTrue();
    }

    @Test
    void odd_names_come_back_as_they_are() throws Exception {
        for (var name : List.of("a b.txt", "tab\there.txt", "quote\"d.txt", "new\nline.txt", "-dash.txt", "日本.txt")) {
            repository.write(name, "x\n");
        }
        repository.commit("odd");
        for (var name : List.of("a b.txt", "tab\there.txt", "quote\"d.txt", "new\nline.txt", "-dash.txt", "日本.txt")) {
            repository.write(name, "y\n");
        }
        var changes = changes();
        assertThat(changes.uncommitted().files()).hasSize(6).allMatch(it -> it.additions() == 1 && it.deletions() == 1);
        assertThat(changes.uncommitted().files())
                .extracting(ChangedFile::path)
                .contains(path("new\nline.txt"), path("日本.txt"));
        assertThat(changes.state(LATER, Set.of()).uncommitted())
                .extracting(Uncommitted::path)
                .contains(path("tab\there.txt"));
    }

    @Test
    void what_is_no_repository_is_refused_with_a_reason() throws Exception {
        var plain = Files.createDirectory(folder.resolve("plain"));
        assertThat(refusal(plain)).isEqualTo(Reason.NOT_A_REPOSITORY);
        assertThat(refusal(folder.resolve("absent"))).isEqualTo(Reason.NO_FOLDER);
        assertThat(refusal(Path.of(""))).isEqualTo(Reason.NO_FOLDER);
        assertThatThrownBy(() -> new GitChanges(repository.root(), "/nowhere:.:", Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        GitRefusedException.class, it -> assertThat(it.reason()).isEqualTo(Reason.NO_GIT));
    }

    @Test
    void git_that_takes_too_long_is_ended() throws Exception {
        var bin = Files.createDirectory(folder.resolve("bin"));
        var slow = Files.writeString(bin.resolve("git"), "#!/bin/sh\nexec /bin/cat /dev/zero > /dev/null\n");
        assertThat(slow.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() ->
                        new GitChanges(repository.root(), bin.toAbsolutePath().toString(), Duration.ofMillis(100)))
                .isInstanceOfSatisfying(
                        GitRefusedException.class, it -> assertThat(it.reason()).isEqualTo(Reason.TOO_SLOW));
    }
}
