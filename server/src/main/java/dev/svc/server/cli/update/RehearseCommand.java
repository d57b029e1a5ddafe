package dev.svc.server.cli.update;

import dev.svc.server.cli.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc rehearse`: what makes the start-up caches; hidden, because people never need it.
@Command(name = "rehearse", hidden = true, description = "Runs the service once on a throw-away home and ends.")
public final class RehearseCommand implements Callable<Integer> {
    private final Rehearsal service;
    private final Rehearsal callers;

    @Option(names = "--commands", description = "Runs commands beside a service.")
    private boolean commands;

    /// The run itself, which only the root can make.
    @FunctionalInterface
    public interface Rehearsal {
        void run() throws Exception;
    }

    public RehearseCommand(Rehearsal service, Rehearsal callers) {
        this.service = service;
        this.callers = callers;
    }

    @Override
    public Integer call() throws Exception {
        (commands ? callers : service).run();
        return ExitCode.OK.number();
    }
}
