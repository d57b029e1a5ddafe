package dev.svc.server.cli.update;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.update.Update;
import dev.svc.server.update.Updates;
import dev.svc.server.update.release.UpdateException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/// `svc rollback`: returns to the previous release, with the same checks as an update.
@Command(
        name = "rollback",
        description = "Goes back to the release before this one. Programs in terminals live through it.")
public final class RollbackCommand implements Callable<Integer> {
    private final Supplier<Updates> updates;
    private final Function<Consumer<String>, Update> update;
    private final Console console;

    public RollbackCommand(Supplier<Updates> updates, Function<Consumer<String>, Update> update, Console console) {
        this.updates = updates;
        this.update = update;
        this.console = console;
    }

    @Override
    public Integer call() {
        try {
            updates.get().requireInstalled();
            return UpdateEnd.code(update.apply(sentence -> {
                        console.out().println(sentence);
                        console.out().flush();
                    })
                    .rollBack());
        } catch (UpdateException why) {
            throw new CommandException(ExitCode.FAILED, why.sentence());
        }
    }
}
