package dev.svc.server.cli.fleet;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `svc fleet`.
@Command(
        name = "fleet",
        description = {
            "One list over several hosts, with a NATS server between them.",
            "Each host keeps its sessions; the others see what its list shows."
        })
public final class FleetCommand implements Runnable {
    private FleetCommand() {}

    /// The command with its subcommands.
    ///
    /// @param hostname what the system calls this host; null where it does not
    public static Object with(
            Supplier<Config> config, Supplier<@Nullable String> hostname, InstantSource clock, Console console) {
        var desk = new FleetDesk(config, hostname, clock, console);
        return new CommandLine(new FleetCommand())
                .addSubcommand(new FleetInitCommand(desk))
                .addSubcommand(new FleetInviteCommand(desk))
                .addSubcommand(new FleetJoinCommand(desk))
                .addSubcommand(new FleetListCommand(desk))
                .addSubcommand(new FleetStatusCommand(desk))
                .addSubcommand(new FleetEndCommand(desk));
    }

    @Override
    public void run() {
        throw new CommandException(
                ExitCode.USAGE, "say what to do: svc fleet init, invite, join, list, status or end.");
    }
}
