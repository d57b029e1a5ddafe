package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.vault.bundle.BundleException;
import dev.svc.server.vault.bundle.BundleImport;
import dev.svc.server.vault.bundle.BundleImport.Arrival;
import dev.svc.server.vault.bundle.BundleImport.Outcome;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc vault import`: sessions from another host, or of another person.
@Command(
        name = "import",
        description = {
            "Takes the copies of  svc vault export, or of  svc backup --vault, as sessions to be read and searched. What"
                    + " is there already stays as it is.",
            "svc vault restore  gives such a session to its program."
        })
final class VaultImportCommand implements Callable<Integer> {
    private final VaultPlace place;
    private final InstantSource clock;

    @Parameters(paramLabel = "FILE", description = "What  svc vault export  wrote.")
    private Path file = Path.of("");

    @Option(names = "--quiet", description = "Says how many alone, not which.")
    private boolean quiet;

    VaultImportCommand(VaultPlace place, InstantSource clock) {
        this.place = place;
        this.clock = clock;
    }

    @Override
    public Integer call() throws IOException {
        var chosen = place.config().get();
        try (var vault = place.open(chosen)) {
            var engines = place.programs().apply(chosen);
            var count = new Count(place.console(), quiet);
            new BundleImport(vault, engine -> engines.find(engine).flatMap(EngineProvider::originals), clock)
                    .run(file, count::take);
            place.console().out().println(count.sentence());
            return (count.has(Outcome.REFUSED) ? ExitCode.FAILED : ExitCode.OK).number();
        } catch (BundleException refused) {
            throw new CommandException(
                    ExitCode.FAILED, "%s cannot be taken: %s.".formatted(file, refused.getMessage()));
        }
    }

    /// Says what comes, and counts it.
    static final class Count {
        private final Console console;
        private final boolean quiet;
        private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);

        Count(Console console, boolean quiet) {
            this.console = console;
            this.quiet = quiet;
        }

        void take(Arrival arrival) {
            counts.merge(arrival.outcome(), 1, Integer::sum);
            if (arrival.outcome() == Outcome.REFUSED) {
                console.err()
                        .println("svc: %s is not taken. %s".formatted(arrival.id(), PlainText.line(arrival.reason())));
            } else if (!quiet && arrival.outcome() == Outcome.BROUGHT) {
                console.out().println(arrival.id());
            }
        }

        boolean has(Outcome outcome) {
            return counts.containsKey(outcome);
        }

        String sentence() {
            return "%s brought, %d there already, %d refused."
                    .formatted(VaultPlace.sessions(of(Outcome.BROUGHT)), of(Outcome.THERE), of(Outcome.REFUSED));
        }

        private int of(Outcome outcome) {
            return counts.getOrDefault(outcome, 0);
        }
    }
}
