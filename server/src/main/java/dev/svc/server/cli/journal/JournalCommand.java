package dev.svc.server.cli.journal;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.HostCopy;
import dev.svc.shared.config.Config;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `svc journal`: what was changed, whether it is all there, and the way out and back in. Reading works beside a
/// running service.
@Command(
        name = "journal",
        description = "Shows, checks, exports, imports and repairs the journal of every change.",
        synopsisSubcommandLabel = "<show|verify|export|import|replay|repair>")
public final class JournalCommand implements Runnable {
    private JournalCommand() {}

    /// The command with its subcommands.
    ///
    /// @param copies reads the copy of another host's journal from the broker of the fleet
    public static Object with(
            Supplier<Config> config, Console console, Clock clock, Function<String, HostCopy> copies) {
        var place = new JournalPlace(config, console, clock, copies);
        return new CommandLine(new JournalCommand())
                .addSubcommand(new JournalExportCommand(place))
                .addSubcommand(new ImportCommand(place))
                .addSubcommand(new RepairCommand(place))
                .addSubcommand(new ReplayCommand(place))
                .addSubcommand(new ShowCommand(place))
                .addSubcommand(new VerifyCommand(place));
    }

    @Override
    public void run() {
        throw new CommandException(
                ExitCode.USAGE, "say what to do: svc journal show, verify, export, import, replay or repair.");
    }
}
