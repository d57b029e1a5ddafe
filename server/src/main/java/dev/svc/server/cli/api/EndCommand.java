package dev.svc.server.cli.api;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `svc end`: the program of a session ends, the session stays.
@Command(name = "end", description = "Ends the program of a session, which stays in the list and can be resumed.")
public final class EndCommand implements Callable<Integer> {
    private final Verb verb;

    @Mixin
    private SessionArgument of = new SessionArgument();

    @Option(names = "--force", description = "Also while it works.")
    private boolean force;

    public EndCommand(Supplier<Config> config, Console console) {
        this.verb = new Verb(config, console);
    }

    @Override
    public Integer call() {
        var row = verb.post(Verb.session(of.sid()) + "/end", Verb.object().put("force", force));
        verb.say(of.json(), row, "Its program is asked to end.");
        return ExitCode.OK.number();
    }
}
