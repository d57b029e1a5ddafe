package dev.svc.server.cli.update;

import dev.svc.server.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `svc rehearse`: what the build and the installer run to make the start-up cache; hidden, because people never need
/// it.
@Command(name = "rehearse", hidden = true, description = "Runs the service once on a throw-away home and ends.")
public final class RehearseCommand implements Callable<Integer> {
    private final Rehearsal rehearsal;

    /// The run itself, which only the root can make.
    @FunctionalInterface
    public interface Rehearsal {
        void run() throws Exception;
    }

    public RehearseCommand(Rehearsal rehearsal) {
        this.rehearsal = rehearsal;
    }

    @Override
    public Integer call() throws Exception {
        rehearsal.run();
        return ExitCode.OK.number();
    }
}
