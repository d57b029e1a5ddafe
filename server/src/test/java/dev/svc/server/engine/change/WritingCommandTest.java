package dev.svc.server.engine.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WritingCommandTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > a.txt",
                "echo x>>a.txt",
                "ls 2>err.log",
                "ls &> all.log",
                "sed -i s/a/b/ x.py",
                "sed -i.bak s/a/b/ x.py",
                "sed --in-place=.bak s/a/b/ x.py",
                "cat a | tee b",
                "mv a b",
                "rm -rf build",
                "cd x && cp a b",
                "git checkout main",
                "git -C /tmp apply x.patch",
                "git stash",
                "npm install",
                "make",
                "python3 gen.py",
                "python3 - <<'EOF'\nopen('x','w')\nEOF",
                "cat > a <<EOF\nx\nEOF",
                "bash -c 'rm x'",
                "bash -lc \"echo x > y\"",
                "sudo -n rm x",
                "env A=1 rm x",
                "find . -name '*.o' -delete",
                "find . -name x -exec rm {} \\;",
                "find . | xargs rm",
                "echo $(rm x)",
                "echo `rm x`",
                "echo \"$(touch y)\"",
                "if true; then rm x; fi",
                "for f in *; do mv $f $f.bak; done",
                "sort -o a a",
                "curl -O https://example.org/x",
                "./run.sh",
                "unknown-program",
            })
    void what_may_write_is_named(String command) {
        assertThat(WritingCommand.may(command)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ls -la",
                "cat a b | grep x | wc -l",
                "grep -rn 'a > b' src",
                "rg \"x > y\" && echo done",
                "ls 2>/dev/null",
                "ls > /dev/null 2>&1",
                "ls 1>&2",
                "cat < a",
                "sed -n 1,20p x",
                "git status --short",
                "git -C /tmp log --oneline | head -5",
                "git diff HEAD~1 -- src",
                "git stash list",
                "cd x && pwd",
                "A=1 printenv A",
                "bash -c 'cat x | head'",
                "time ls",
                "timeout 10 cat x",
                "find . -name '*.java' | xargs grep foo",
                "node --version",
                "/usr/bin/ls",
                "cat <<EOF\nrm -rf x > y\nEOF",
                "cat <<< 'a > b'",
                "ls # > file",
                "for f in *; do echo $f; done",
                "if [ -f x ]; then cat x; fi",
                "echo 'it''s' \\> x",
                "diff <(sort a) <(sort b)",
            })
    void what_only_reads_is_not(String command) {
        assertThat(WritingCommand.may(command)).isFalse();
    }

    @Test
    void no_line_costs_more_than_its_length() {
        for (var odd : new String[] {"(", "$(", "`", "'", "\"", "<<a\n", ">", "bash -c '", "& ", "\\"}) {
            var line = odd.repeat(200_000);
            assertThat(WritingCommand.may(line)).as(odd).isIn(true, false);
        }
    }
}
