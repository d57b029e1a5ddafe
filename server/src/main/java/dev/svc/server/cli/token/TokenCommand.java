package dev.svc.server.cli.token;

import dev.svc.server.auth.token.TokensFile;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `svc token`.
@Command(
        name = "token",
        description = {
            "What lets scripts and programs use the API of svc.",
            "A running service takes each change into account with its next request."
        })
public final class TokenCommand implements Runnable {
    private TokenCommand() {}

    /// The command with its subcommands.
    public static Object with(Supplier<Config> config, InstantSource clock, Console console) {
        return new CommandLine(new TokenCommand())
                .addSubcommand(new TokenCreateCommand(config, clock, new SecureRandom(), console))
                .addSubcommand(new TokenListCommand(config, clock, console))
                .addSubcommand(new TokenEndCommand(config, console));
    }

    static TokensFile file(Config config) {
        return TokensFile.in(config.home().data());
    }

    static CommandException unusable(IOException why) {
        return new CommandException(ExitCode.FAILED, String.valueOf(why.getMessage()));
    }

    @Override
    public void run() {
        throw new CommandException(ExitCode.USAGE, "say what to do: svc token create, list or end.");
    }
}
