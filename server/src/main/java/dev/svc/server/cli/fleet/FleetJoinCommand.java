package dev.svc.server.cli.fleet;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import dev.svc.server.fleet.Founding;
import dev.svc.server.fleet.broker.BrokerAddress;
import dev.svc.server.fleet.envelope.HostKeys;
import dev.svc.server.fleet.envelope.Invitation;
import dev.svc.server.fleet.envelope.Joining.Admitted;
import dev.svc.server.fleet.envelope.Joining.NotAdmitted;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc fleet join`: enters a fleet with a line that its first host printed.
@Command(
        name = "join",
        description = {"Enters a fleet with the line of  svc fleet invite, and notes the broker in the env file."})
final class FleetJoinCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final FleetDesk desk;

    @Parameters(paramLabel = "LINE", description = "What  svc fleet invite  printed, in quotes.")
    private String line = "";

    @Option(names = "--name", paramLabel = "NAME", description = "What others call this host (default: its own name).")
    private @Nullable String name;

    FleetJoinCommand(FleetDesk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() {
        var invitation = Invitation.find(line.strip())
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE, "this is no invitation: copy the whole line that  svc fleet invite  printed."));
        var address = desk.requireAddress(invitation.broker());
        if (invitation.isOver(desk.clock().instant())) {
            throw new CommandException(
                    ExitCode.FAILED, "This invitation is over: make a new one with  svc fleet invite");
        }
        try {
            return join(invitation, address, desk.name(name));
        } catch (FleetException refused) {
            throw FleetDesk.refused(refused);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }

    private int join(Invitation invitation, BrokerAddress address, String wished) throws IOException, FleetException {
        Founding.requireFit(wished);
        desk.founding().requireNone();
        var keys = HostKeys.make(desk.random());
        try (var visit = desk.visit(address, invitation.fleet().name())) {
            var answer = visit.join(
                    invitation,
                    keys,
                    wished,
                    desk.random(),
                    LONGEST,
                    () -> desk.tell("waiting for the host that made the invitation: its service has to be running."));
            return switch (answer) {
                case NotAdmitted it -> throw new CommandException(ExitCode.FAILED, "Not let in: " + it.reason() + '.');
                case Admitted it -> {
                    var self = desk.founding().join(it, keys);
                    desk.keep(address, self.name());
                    desk.say("This host is %s, in a fleet of %d. Restart svc."
                            .formatted(self.name(), self.charter().members().size()));
                    yield ExitCode.OK.number();
                }
            };
        }
    }
}
