package dev.svc.server.cli.token;

import dev.svc.server.auth.token.Tokens;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `svc token end`: it opens nothing from the next request on.
@Command(name = "end", description = "Ends a token: it opens nothing any more, and what it had open is closed.")
final class TokenEndCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "Its name or id.")
    private String name = "";

    TokenEndCommand(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    @Override
    public Integer call() {
        try {
            var ended = Tokens.end(TokenCommand.file(config.get()), name)
                    .orElseThrow(() -> new CommandException(
                            ExitCode.NOTHING_FOUND,
                            "There is no such token:  %s  shows what there is."
                                    .formatted(OwnCommand.line("token list"))));
            console.out().println("%s opens nothing any more.".formatted(PlainText.line(ended.name())));
            console.out().flush();
            return ExitCode.OK.number();
        } catch (IOException unusable) {
            throw TokenCommand.unusable(unusable);
        }
    }
}
