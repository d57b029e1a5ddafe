package dev.svc.server.question.allowed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadOnlyCommandTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git status",
                "git status --short",
                "git log --oneline -20",
                "git log --format=%h",
                "git diff HEAD",
                "git diff main..next -- src/Main.java",
                "git show HEAD:README.md",
                "git branch",
                "git branch -vv",
                "git remote -v",
                "git stash list",
                "git tag --list",
                "ls -la src/main",
                "cat package.json",
                "grep -rn TODO src",
                "wc -l README.md",
                "pwd",
                "date"
            })
    void what_only_reads_may_be_allowed(String command) {
        assertThat(ReadOnlyCommand.is(command)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " git status",
                "git status ",
                "git",
                "git  ",
                "git push",
                "git -c core.pager=x status",
                "git branch next",
                "git branch -D next",
                "git remote add o x",
                "git stash",
                "git stash list pop",
                "git tag v1",
                "git diff --output=x",
                "git diff --output x",
                "git diff --outp=x",
                "git log --ext-diff",
                "git show --textconv",
                "git log --e",
                "git checkout main",
                "find . -delete",
                "sort -o x y",
                "sed -i s/a/b/ x",
                "rm x",
                "npm test",
                "date -s 12:00",
                "hostname other",
                "/tmp/ls",
                "./ls",
                "LANG=C ls",
                "env ls"
            })
    void what_may_do_more_is_not(String command) {
        assertThat(ReadOnlyCommand.is(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls;rm x",
                "ls&",
                "ls|sh",
                "ls>x",
                "ls<x",
                "ls $HOME",
                "ls `id`",
                "ls ~",
                "ls *",
                "ls ?",
                "ls [a]",
                "ls {a,b}",
                "ls 'a b'",
                "ls \"a\"",
                "ls \\a",
                "ls !x",
                "ls #x",
                "ls (x)",
                "ls\nrm x",
                "ls\trm",
                "ls \u001b[0m",
                "ls \u202ea",
                "ls ä",
                "ls\u00a0x"
            })
    void nothing_that_means_something_to_a_shell_or_hides_is_allowed(String command) {
        assertThat(ReadOnlyCommand.is(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201})
    void a_long_command_is_looked_at_by_a_person(int length) {
        assertThat(ReadOnlyCommand.is("ls " + "a".repeat(length - 3))).isEqualTo(length <= 200);
    }
}
