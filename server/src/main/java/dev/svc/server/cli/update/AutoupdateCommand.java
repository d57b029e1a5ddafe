package dev.svc.server.cli.update;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.update.Check;
import dev.svc.server.update.Update;
import dev.svc.server.update.Updates;
import dev.svc.server.update.release.Offered;
import dev.svc.server.update.release.UpdateException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc autoupdate`: looks at the channel and applies what is newer there.
@Command(
        name = "autoupdate",
        description =
                "Looks at the configured channel and updates, if there is something newer. Programs in terminals live through it.")
public final class AutoupdateCommand implements Callable<Integer> {
    private final Supplier<Updates> updates;
    private final Function<Consumer<String>, Update> update;
    private final Console console;

    @Option(names = "--check", description = "Only says what there is.")
    private boolean check;

    @Option(names = "--json", description = "With --check: says it as JSON.")
    private boolean json;

    @Option(names = "--settle", description = "Only finishes or takes back what an interrupted update left.")
    private boolean settle;

    public AutoupdateCommand(Supplier<Updates> updates, Function<Consumer<String>, Update> update, Console console) {
        this.updates = updates;
        this.update = update;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (json && !check) {
            throw new CommandException(ExitCode.USAGE, "--json goes with --check.");
        }
        var known = updates.get();
        try {
            return settle ? UpdateEnd.code(update().settle()) : looked(known);
        } catch (UpdateException why) {
            throw new CommandException(ExitCode.FAILED, why.sentence());
        }
    }

    private int looked(Updates known) throws IOException {
        var found = known.check();
        if (found.latest() == null) {
            throw new CommandException(ExitCode.FAILED, found.notes());
        }
        if (!check && known.installed().isEmpty()) {
            throw new CommandException(ExitCode.NOT_INSTALLED, sentence(found));
        }
        console.out().println(json ? JsonOutput.of(found) : sentence(found));
        if (!check && found.newer()) {
            return UpdateEnd.code(update().apply(known.wishes()));
        }
        boolean isRefused = found.offer().equals(Offered.REFUSED.word());
        return (isRefused ? ExitCode.FAILED : ExitCode.OK).number();
    }

    private static String sentence(Check found) {
        return "%s is installed, the channel %s offers %s. %s"
                .formatted(found.current(), found.channel(), found.latest(), found.notes())
                .strip();
    }

    private Update update() {
        return update.apply(new Elapsed(console));
    }
}
