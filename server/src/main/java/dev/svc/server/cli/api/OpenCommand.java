package dev.svc.server.cli.api;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.control.ControlException;
import dev.svc.shared.control.Opener;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc open`: a session in the browser, which signs in as always.
@Command(name = "open", description = "Opens a session in the browser.")
public final class OpenCommand implements Callable<Integer> {
    private final Verb verb;

    @Parameters(index = "0", paramLabel = "SID", description = "The session's id, as svc sessions prints it.")
    private String session = "";

    @Option(names = "--print", description = "Only prints its address.")
    private boolean print;

    public OpenCommand(Supplier<Config> config, Console console) {
        this.verb = new Verb(config, console);
    }

    @Override
    public Integer call() {
        var row = verb.get(Verb.session(session));
        var config = verb.config();
        var address = URI.create(config.find(Variable.ORIGIN).orElseGet(verb::origin) + "/s/"
                + Verb.encoded(row.path("id").asText()));
        if (print) {
            verb.console().out().println(address);
            verb.console().out().flush();
            return ExitCode.OK.number();
        }
        try {
            new Opener(config.platform()).open(address);
            return ExitCode.OK.number();
        } catch (ControlException none) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(none.getMessage()));
        }
    }
}
