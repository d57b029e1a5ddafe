package dev.svc.server.cli.api;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `svc wait`: until a session is at its prompt, asks something, or has ended.
@Command(
        name = "wait",
        description = {
            "Waits until a session is idle, asks something, or has ended.",
            "Ends with 6 where that takes longer than it may."
        })
public final class WaitCommand implements Callable<Integer> {
    private final Verb verb;

    @Mixin
    private SessionArgument of = new SessionArgument();

    @Option(
            names = "--until",
            required = true,
            paramLabel = "WHAT",
            description = "idle (or ended), waiting, or ended.")
    private Until until = Until.idle;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long at most (default: as long as it takes).")
    private int timeout;

    public WaitCommand(Supplier<Config> config, Console console) {
        this.verb = new Verb(config, console);
    }

    @Override
    public Integer call() {
        var row = until.await(verb, of.sid(), Math.max(timeout, 0));
        verb.say(of.json(), row, Until.word(row));
        return ExitCode.OK.number();
    }
}
