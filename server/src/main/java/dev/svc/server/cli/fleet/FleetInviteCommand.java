package dev.svc.server.cli.fleet;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc fleet invite`: one line that lets one host in, and its withdrawal.
@Command(
        name = "invite",
        description = {
            "Prints a line that lets one host in, once.",
            "The service of this host has to be running while the other one joins."
        })
final class FleetInviteCommand implements Callable<Integer> {
    private static final int MOST_MINUTES = 7 * 24 * 60;
    private static final int MINUTES = 10;

    /// No id of an invitation has this form.
    private static final String ALL = "all";

    private final FleetDesk desk;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "How long it works (default: " + MINUTES + "; at most a week).")
    private @Nullable Integer minutes;

    @Option(
            names = "--withdraw",
            paramLabel = "ID",
            arity = "0..1",
            fallbackValue = ALL,
            description = {
                "Withdraws the open invitations, or the one of this id or line.",
                "svc fleet status  shows which are open."
            })
    private @Nullable String withdrawn;

    FleetInviteCommand(FleetDesk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() {
        var _ = desk.requireMembership();
        try {
            var which = withdrawn;
            if (which != null) {
                return withdraw(which);
            }
            return invite(minutes == null ? MINUTES : minutes);
        } catch (FleetException refused) {
            throw FleetDesk.refused(refused);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }

    private int invite(int holds) throws IOException, FleetException {
        if (holds < 1 || holds > MOST_MINUTES) {
            throw new CommandException(
                    ExitCode.USAGE, "--minutes takes a number from 1 to %d.".formatted(MOST_MINUTES));
        }
        var address = desk.requireAddress(null);
        var invitation = desk.founding().invite(address.text(), Duration.ofMinutes(holds));
        desk.say("svc fleet join '%s'".formatted(invitation.line()));
        desk.tell(
                "run this on the new host; it works once, for %d minutes. It is a secret until then.".formatted(holds));
        return ExitCode.OK.number();
    }

    private int withdraw(String which) throws IOException, FleetException {
        if (minutes != null) {
            throw new CommandException(ExitCode.USAGE, "--minutes is for a new invitation: leave it out.");
        }
        if (!which.equals(ALL)) {
            desk.say("Invitation %s is withdrawn: it lets nobody in."
                    .formatted(desk.founding().withdraw(which).id()));
            return ExitCode.OK.number();
        }
        int count = desk.founding().withdraw();
        if (count == 0) {
            throw new CommandException(ExitCode.NOTHING_FOUND, "There is no open invitation.");
        }
        desk.say(
                count == 1
                        ? "The open invitation is withdrawn: it lets nobody in."
                        : "The %d open invitations are withdrawn: they let nobody in.".formatted(count));
        return ExitCode.OK.number();
    }
}
