package dev.svc.server.cli.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VaultRestoreCommandTest {

    @Test
    void a_mapping_that_is_none_is_said_before_anything_is_opened() {
        var out = new PrintWriter(new StringWriter());
        var place = new VaultPlace(
                () -> {
                    throw new AssertionError("opened");
                },
                _ -> {
                    throw new AssertionError("opened");
                },
                _ -> {
                    throw new AssertionError("opened");
                },
                new Console(out, out, false));
        var command = new VaultRestoreCommand(place, () -> Instant.EPOCH);
        new CommandLine(command).parseArgs("claude:x", "--map", "/home/ann=/srv/ann", "--map", "~/b=/c");
        assertThatThrownBy(command::call)
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ExitCode.USAGE))
                .hasMessageContaining("~/b=/c")
                .hasMessageContaining("write OLD=NEW");
    }
}
