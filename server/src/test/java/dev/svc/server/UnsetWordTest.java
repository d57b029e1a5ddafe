package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `svc COMMAND "$sid"` where the variable is not set: no command takes that for a session, a file or a host, or for
/// all
/// of them.
class UnsetWordTest {
    private static final String UNSET = "?";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rename ? title",
                "favorite ?",
                "archive ?",
                "project ? shop",
                "send ? text",
                "tail ?",
                "end ?",
                "open ?",
                "wait ? --until idle",
                "status ?",
                "attach ?",
                "answer ?",
                "usage ?",
                "changes ?",
                "sessions export ?",
                "vault show ?",
                "vault forget engine_1:a ? --yes",
                "vault restore ?",
                "vault export file ?",
                "vault verify ?"
            })
    void an_empty_session_is_a_missing_one(String line) {
        assertLacks("SID", line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vault export ? engine_1:a", "backup ?", "restore ?", "journal import ?"})
    void an_empty_file_is_a_missing_one(String line) {
        assertLacks("FILE", line);
    }

    @Test
    void an_empty_host_is_a_missing_one() {
        assertLacks("HOST", "fleet end ?");
    }

    private static void assertLacks(String argument, String line) {
        var out = new StringWriter();
        var err = new StringWriter();
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var words = line.split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].equals(UNSET) ? "" : words[i];
        }
        int code = Wiring.commands(
                        () -> {
                            throw new AssertionError("it began");
                        },
                        console)
                .run(words);
        assertThat(err.toString()).contains("lacks " + argument, "--help");
        assertThat(code).isEqualTo(ExitCode.USAGE.number());
        assertThat(out.toString()).isEmpty();
    }
}
