package dev.svc.server.cli.update;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.update.Update;
import dev.svc.server.update.release.UpdateException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `svc try`: what the installer asks before it makes a release the current one, which is what an update asks.
@Command(
        name = "try",
        hidden = true,
        description = "Starts a release aside, on a copy of the journal, and ends it once it has answered.")
public final class TryCommand implements Callable<Integer> {
    private final Function<Consumer<String>, Update> update;

    @Parameters(paramLabel = "RELEASE", description = "The folder of the release.")
    private @Nullable Path release;

    public TryCommand(Function<Consumer<String>, Update> update) {
        this.update = update;
    }

    @Override
    public Integer call() {
        try {
            update.apply(_ -> {}).tryAside(Objects.requireNonNull(release).toAbsolutePath());
            return ExitCode.OK.number();
        } catch (UpdateException why) {
            throw new CommandException(ExitCode.FAILED, why.sentence());
        }
    }
}
