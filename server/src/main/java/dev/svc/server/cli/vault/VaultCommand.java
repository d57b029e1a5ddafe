package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.engine.Engines;
import dev.svc.shared.config.Config;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `svc vault`: the copies that are kept of what the programs wrote. Works beside a running service.
@Command(
        name = "vault",
        description =
                "Lists, shows, restores, checks, forgets, exports and imports the copies that svc keeps of sessions.",
        synopsisSubcommandLabel = "<list|show|restore|verify|forget|size|export|import>")
public final class VaultCommand implements Runnable {
    private VaultCommand() {}

    /// The command with its subcommands.
    public static Object with(
            Supplier<Config> config,
            VaultPlace.Opening vaults,
            Function<Config, Engines> programs,
            String version,
            InstantSource clock,
            Console console) {
        var place = new VaultPlace(config, vaults, programs, console);
        return new CommandLine(new VaultCommand())
                .addSubcommand(new VaultExportCommand(place, version, clock))
                .addSubcommand(new VaultForgetCommand(place))
                .addSubcommand(new VaultImportCommand(place, clock))
                .addSubcommand(new VaultListCommand(place))
                .addSubcommand(new VaultRestoreCommand(place, clock))
                .addSubcommand(new VaultShowCommand(place))
                .addSubcommand(new VaultSizeCommand(place))
                .addSubcommand(new VaultVerifyCommand(place));
    }

    @Override
    public void run() {
        throw new CommandException(
                ExitCode.USAGE,
                "say what to do: svc vault list, show, restore, verify, forget, size, export or import.");
    }
}
