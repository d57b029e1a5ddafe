package dev.svc.server.cli.fleet;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc fleet invite`: one line that lets one host in.
@Command(
        name = "invite",
        description = {
            "Prints a line that lets one host in, once.",
            "The service of this host has to be running while the other one joins."
        })
final class FleetInviteCommand implements Callable<Integer> {
    private static final int MOST_MINUTES = 7 * 24 * 60;

    private final FleetDesk desk;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "10",
            description = "How long it works (default: ${DEFAULT-VALUE}; at most a week).")
    private int minutes;

    FleetInviteCommand(FleetDesk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() {
        if (minutes < 1 || minutes > MOST_MINUTES) {
            throw new CommandException(
                    ExitCode.USAGE, "--minutes takes a number from 1 to %d.".formatted(MOST_MINUTES));
        }
        var _ = desk.requireMembership();
        try {
            var address = desk.requireAddress(null);
            var invitation = desk.founding().invite(address.text(), Duration.ofMinutes(minutes));
            desk.say("svc fleet join '%s'".formatted(invitation.line()));
            desk.tell("run this on the new host; it works once, for %d minutes. It is a secret until then."
                    .formatted(minutes));
            return ExitCode.OK.number();
        } catch (FleetException refused) {
            throw FleetDesk.refused(refused);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }
}
