package dev.svc.server.cli.fleet;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc fleet init`: a fleet with this host as its first.
@Command(
        name = "init",
        description = {
            "Makes a fleet with this host as its first, and notes the broker in the env file.",
            "Hosts are invited and ended on this host from then on."
        })
final class FleetInitCommand implements Callable<Integer> {
    private final FleetDesk desk;

    @Parameters(
            paramLabel = "BROKER",
            arity = "0..1",
            description = "Where the NATS server is, as nats://hub:4222 (default: SVC_FLEET).")
    private @Nullable String broker;

    @Option(names = "--name", paramLabel = "NAME", description = "What others call this host (default: its own name).")
    private @Nullable String name;

    FleetInitCommand(FleetDesk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() {
        var address = desk.requireAddress(broker);
        try {
            var self = desk.founding().init(desk.name(name));
            desk.keep(address, self.name());
            desk.say("This host is %s, the first of a new fleet.".formatted(self.name()));
            try (var visit = desk.visit(address, self.fleet().name())) {
                visit.announce(self.charter(), FleetDesk.PATIENCE);
                desk.say("Restart svc, then let others in with  svc fleet invite");
            } catch (IOException away) {
                desk.tell("%s: %s. Restart svc: it goes on trying.".formatted(address.shown(), away.getMessage()));
            }
            return ExitCode.OK.number();
        } catch (FleetException refused) {
            throw FleetDesk.refused(refused);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }
}
