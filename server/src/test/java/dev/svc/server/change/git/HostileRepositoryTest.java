package dev.svc.server.change.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.git.GitRefusedException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Repositories that would run something: every way of theirs leads to a canary, which leaves a file behind.
class HostileRepositoryTest {
    @TempDir
    private Path folder;

    private Repositories repository;
    private Path canary;
    private Path sung;

    @BeforeEach
    void a_repository_and_a_canary() throws Exception {
        var home = folder.toRealPath();
        repository = Repositories.make(home.resolve("shop"));
        repository.write("a.txt", "one\n").write("b.dat", "b\n").commit("first");
        sung = home.resolve("sung");
        canary = Files.writeString(home.resolve("canary"), "#!/bin/sh\necho \"$0 $*\" >> '%s'\ncat\n".formatted(sung));
        assertThat(canary.toFile().setExecutable(true)).isTrue();
    }

    private void ask() throws GitRefusedException {
        var changes = new GitChanges(repository.root(), System.getenv("PATH"), Duration.ofSeconds(60));
        var touched = Set.of(repository.root().resolve("a.txt").toString());
        changes.state(Instant.now(), touched);
        changes.uncommitted().files();
        changes.since(repositoryHead()).files();
    }

    private String repositoryHead() {
        try {
            return Files.readString(repository.root().resolve(".git/refs/heads/main"))
                    .strip();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void assertSilent() {
        assertThat(sung).doesNotExist();
    }

    @Test
    void the_canary_sings_when_git_is_asked_without_care() throws Exception {
        repository.git("config", "filter.evil.clean", canary.toString());
        repository.write(".gitattributes", "* filter=evil\n").write("a.txt", "two\n");
        repository.git("status");
        assertThat(sung).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core.fsmonitor",
                "core.pager",
                "pager.diff",
                "pager.status",
                "core.sshCommand",
                "core.editor",
                "core.askPass",
                "core.gitProxy",
                "core.alternateRefsCommand",
                "diff.external",
                "diff.evil.command",
                "diff.evil.textconv",
                "filter.evil.clean",
                "filter.evil.smudge",
                "filter.evil.process",
                "Filter.Evil.Clean",
                "filter.e=v.i l.clean",
                "filter.evil.x.process",
                "credential.helper",
                "gpg.program",
                "interactive.diffFilter",
                "merge.evil.driver",
                "uploadpack.packObjectsHook",
                "difftool.evil.cmd",
            })
    void no_setting_runs_anything(String setting) throws Exception {
        repository.git("config", setting, canary.toString());
        repository.git("config", "filter.evil.required", "true");
        repository.write(
                ".gitattributes",
                "*.txt filter=evil diff=evil merge=evil\n*.dat filter=Evil\n[attr]x filter=evil.x\nb.dat x\n");
        repository.write("a.txt", "two\n").write("b.dat", "changed\n").write("new.txt", "new\n");
        ask();
        assertSilent();
    }

    @Test
    void a_filter_does_not_even_fail_what_it_is_required_for() throws Exception {
        repository.git("config", "filter.evil.clean", "false");
        repository.git("config", "filter.evil.required", "true");
        repository.write(".gitattributes", "* filter=evil\n").write("a.txt", "two\n");
        var files = new GitChanges(repository.root(), System.getenv("PATH"), Duration.ofSeconds(60))
                .uncommitted()
                .files();
        assertThat(files)
                .extracting(ChangedFile::path)
                .contains(repository.root().resolve("a.txt").toString());
    }

    @Test
    void no_alias_takes_the_place_of_a_command() throws Exception {
        for (var command : List.of("status", "diff", "config", "ls-files", "cat-file")) {
            repository.git("config", "alias." + command, "!" + canary);
        }
        ask();
        assertSilent();
    }

    @Test
    void no_hook_runs() throws Exception {
        for (var name : List.of(
                "post-index-change", "fsmonitor-watchman", "post-checkout", "pre-commit", "reference-transaction")) {
            Files.createDirectories(repository.root().resolve(".git/hooks"));
            var hook = Files.copy(canary, repository.root().resolve(".git/hooks/" + name));
            assertThat(hook.toFile().setExecutable(true)).isTrue();
        }
        repository.write("a.txt", "two\n");
        ask();
        assertSilent();
    }

    @Test
    void what_an_included_file_says_is_overruled_too() throws Exception {
        repository.write(
                "evil.config",
                "[filter \"evil\"]\n clean = %1$s\n process = %1$s\n[core]\n fsmonitor = %1$s\n[diff]\n external = %1$s\n"
                        .formatted(canary));
        repository.git("config", "include.path", "../evil.config");
        repository.git("config", "includeIf.onbranch:main.path", "../evil.config");
        repository.write(".gitattributes", "* filter=evil\n").write("a.txt", "two\n");
        ask();
        assertSilent();
    }

    @Test
    void attributes_of_the_repositorys_own_folder_name_filters_in_vain() throws Exception {
        repository.git("config", "filter.evil.clean", canary.toString());
        Files.createDirectories(repository.root().resolve(".git/info"));
        Files.writeString(repository.root().resolve(".git/info/attributes"), "* filter=evil\n");
        repository.write("a.txt", "two\n");
        ask();
        assertSilent();
    }

    @Test
    void what_is_missing_is_not_fetched() throws Exception {
        repository.git("config", "remote.origin.url", "ext::" + canary + " %S");
        repository.git("config", "remote.origin.promisor", "true");
        repository.git("config", "extensions.partialClone", "origin");
        repository.git("config", "protocol.ext.allow", "always");
        repository.git("config", "protocol.allow", "always");
        var blob = repository.git("rev-parse", "HEAD:a.txt").strip();
        Files.delete(repository.root().resolve(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2)));
        repository.write("a.txt", "two\n");
        var changes = new GitChanges(repository.root(), System.getenv("PATH"), Duration.ofSeconds(60));
        try {
            changes.uncommitted().files();
        } catch (GitRefusedException missing) {
            assertThat(missing.reason()).isEqualTo(Reason.FAILED);
        }
        assertSilent();
    }

    @Test
    void submodules_are_left_alone() throws Exception {
        var inner = Repositories.make(folder.toRealPath().resolve("inner"));
        inner.write("x.txt", "x\n").commit("inner");
        repository.git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                inner.root().toString(),
                "sub");
        repository.commit("with a submodule");
        var sub = repository.root().resolve("sub");
        Files.writeString(
                repository.root().resolve(".git/modules/sub/config"),
                "[core]\n\trepositoryformatversion = 0\n\tworktree = ../../../sub\n\tfsmonitor = %s\n"
                        .formatted(canary));
        repository.git("config", "diff.submodule", "diff");
        repository.git("config", "status.submoduleSummary", "true");
        Files.writeString(sub.resolve("x.txt"), "changed\n");
        ask();
        assertSilent();
    }

    @Test
    void another_work_tree_than_the_folder_is_not_looked_at() throws Exception {
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("secret.txt"), "secret\n");
        repository.git("config", "core.worktree", elsewhere.toRealPath().toString());
        var files = new GitChanges(repository.root(), System.getenv("PATH"), Duration.ofSeconds(60))
                .uncommitted()
                .files();
        assertThat(files).extracting(ChangedFile::path).noneMatch(path -> path.contains("secret"));
    }

    @Test
    void links_are_not_followed_out_of_the_folder() throws Exception {
        var secret = Files.writeString(folder.resolve("secret.txt"), "secret\n");
        Files.delete(repository.root().resolve("a.txt"));
        Files.createSymbolicLink(repository.root().resolve("a.txt"), secret.toRealPath());
        Files.createSymbolicLink(repository.root().resolve("new.txt"), secret.toRealPath());
        Files.createSymbolicLink(repository.root().resolve("dir"), folder.toRealPath());
        var files = new GitChanges(repository.root(), System.getenv("PATH"), Duration.ofSeconds(60))
                .uncommitted()
                .files();
        assertThat(files.stream()
                        .flatMap(file -> file.hunks().stream())
                        .flatMap(hunk -> hunk.lines().stream())
                        .map(ChangedFile.Line::text))
                .doesNotContain("secret");
    }

    @Test
    void git_folders_that_lead_elsewhere_are_refused() throws Exception {
        var other = Files.createDirectory(folder.toRealPath().resolve("other"));
        Files.writeString(other.resolve(".git"), "gitdir: " + repository.root().resolve(".git") + "\n");
        assertThat(reason(other)).isEqualTo(Reason.ELSEWHERE);
        Files.delete(other.resolve(".git"));
        Files.createSymbolicLink(other.resolve(".git"), repository.root().resolve(".git"));
        assertThat(reason(other)).isEqualTo(Reason.ELSEWHERE);
        Files.delete(other.resolve(".git"));
        Files.writeString(other.resolve(".git"), "nonsense");
        assertThat(reason(other)).isEqualTo(Reason.ELSEWHERE);
        Files.delete(other.resolve(".git"));
        Files.createDirectory(other.resolve(".git"));
        assertThat(reason(other)).isEqualTo(Reason.FAILED);
    }

    @Test
    void what_belongs_to_another_account_is_refused() {
        assertThatThrownBy(() -> GitFolder.of(repository.root(), "somebody else"))
                .isInstanceOfSatisfying(
                        GitRefusedException.class, it -> assertThat(it.reason()).isEqualTo(Reason.OTHER_OWNER));
    }

    private static Reason reason(Path cwd) {
        try {
            new GitChanges(cwd, System.getenv("PATH"), Duration.ofSeconds(60));
        } catch (GitRefusedException refused) {
            return refused.reason();
        }
        throw new AssertionError("git was asked");
    }
}
