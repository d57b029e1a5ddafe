package dev.svc.server.cli.fleet;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc fleet end`: takes a host out.
@Command(
        name = "end",
        description = {
            "Takes a host out of the fleet: it reads nothing that is said from then on.",
            "The copy of its journal stays at the broker, for  svc journal import --from-fleet."
        })
final class FleetEndCommand implements Callable<Integer> {
    private final FleetDesk desk;

    @Parameters(paramLabel = "HOST", description = "Its name or id.")
    private String host = "";

    @Option(
            names = "--forget",
            description = "Also removes that copy, for good; of a host that was taken out before as well.")
    private boolean forget;

    FleetEndCommand(FleetDesk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() {
        var self = desk.requireMembership();
        try {
            var charter =
                    forget ? desk.founding().forget(host) : desk.founding().end(host);
            desk.say(
                    forget
                            ? "%s is taken out; the service of this host removes the copy of its journal."
                                    .formatted(host)
                            : "%s is taken out. The others get a new secret that it does not have.".formatted(host));
            try (var visit = desk.visit(self)) {
                visit.announce(charter, FleetDesk.PATIENCE);
            } catch (IOException away) {
                desk.tell("%s. The service tells the others as soon as the broker is there."
                        .formatted(away.getMessage()));
            }
            return ExitCode.OK.number();
        } catch (FleetException refused) {
            throw FleetDesk.refused(refused);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }
}
