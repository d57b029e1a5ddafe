package dev.svc.server.cli.fleet;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.HostCopy;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.shared.config.Config;
import java.time.InstantSource;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
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

    /// What a journal of this host becomes in its copy.
    @FunctionalInterface
    public interface Journals {
        /// The journal that ends there and is read like this.
        OwnJournal of(Supplier<Head> last, BiConsumer<Long, Predicate<Link>> read);
    }

    /// Reads the copy of another host's journal from the broker, for whoever closes it.
    ///
    /// @param hostname what the system calls this host; null where it does not
    public static Function<String, HostCopy> copies(
            Supplier<Config> config,
            Supplier<@Nullable String> hostname,
            InstantSource clock,
            Console console,
            Journals journals) {
        return new FleetDesk(config, hostname, clock, console, journals)::copy;
    }

    /// The command with its subcommands.
    ///
    /// @param hostname what the system calls this host; null where it does not
    public static Object with(
            Supplier<Config> config,
            Supplier<@Nullable String> hostname,
            InstantSource clock,
            Console console,
            Journals journals) {
        var desk = new FleetDesk(config, hostname, clock, console, journals);
        return new CommandLine(new FleetCommand())
                .addSubcommand(new FleetInitCommand(desk))
                .addSubcommand(new FleetInviteCommand(desk))
                .addSubcommand(new FleetJoinCommand(desk))
                .addSubcommand(new FleetListCommand(desk))
                .addSubcommand(new FleetStatusCommand(desk))
                .addSubcommand(new FleetEndCommand(desk))
                .addSubcommand(new FleetResolveCommand(desk));
    }

    @Override
    public void run() {
        throw new CommandException(
                ExitCode.USAGE, "say what to do: svc fleet init, invite, join, list, status, end or resolve.");
    }
}
