package dev.svc.server;

import dev.svc.server.cli.AnswerCommand;
import dev.svc.server.cli.AttachCommand;
import dev.svc.server.cli.BackupCommand;
import dev.svc.server.cli.CatalogView;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.DoctorCommand;
import dev.svc.server.cli.ExportCommand;
import dev.svc.server.cli.HealthCommand;
import dev.svc.server.cli.ManCommand;
import dev.svc.server.cli.RestoreCommand;
import dev.svc.server.cli.ServeCommand;
import dev.svc.server.cli.SessionsCommand;
import dev.svc.server.cli.StatusCommand;
import dev.svc.server.cli.Subcommand;
import dev.svc.server.cli.Svc;
import dev.svc.server.cli.TrayCommand;
import dev.svc.server.cli.VariablesCommand;
import dev.svc.server.cli.VersionCommand;
import dev.svc.server.cli.account.ClearTwoFactorCommand;
import dev.svc.server.cli.account.ProcessPasswordSource;
import dev.svc.server.cli.account.ResetPasswordCommand;
import dev.svc.server.cli.api.EndCommand;
import dev.svc.server.cli.api.McpCommand;
import dev.svc.server.cli.api.NewCommand;
import dev.svc.server.cli.api.OpenCommand;
import dev.svc.server.cli.api.OrganiseCommands;
import dev.svc.server.cli.api.SendCommand;
import dev.svc.server.cli.api.TailCommand;
import dev.svc.server.cli.api.WaitCommand;
import dev.svc.server.cli.change.ChangesCommand;
import dev.svc.server.cli.fleet.FleetCommand;
import dev.svc.server.cli.journal.JournalCommand;
import dev.svc.server.cli.search.SearchCommand;
import dev.svc.server.cli.token.TokenCommand;
import dev.svc.server.cli.update.AutoupdateCommand;
import dev.svc.server.cli.update.PrepareCommand;
import dev.svc.server.cli.update.RehearseCommand;
import dev.svc.server.cli.update.RollbackCommand;
import dev.svc.server.cli.update.TryCommand;
import dev.svc.server.cli.usage.UsageCommand;
import dev.svc.server.cli.vault.VaultCommand;
import dev.svc.server.demo.DemoHome;
import dev.svc.server.engine.Versions;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.wiring.demo.Demonstration;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.server.wiring.engine.OfflineCatalog;
import dev.svc.server.wiring.report.HostFacts;
import dev.svc.server.wiring.update.Updating;
import dev.svc.server.wiring.usage.UsageRoom;
import dev.svc.server.wiring.vault.VaultBackup;
import dev.svc.server.wiring.vault.VaultRoom;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The only place that knows every concrete class; read it to see the program.
final class Wiring {
    private Wiring() {}

    static Svc commands(Console console) {
        BuildInfo build = BuildInfo.read(programRoot());
        var vault =
                new VaultBackup(config -> ConfiguredEngines.of(config, Set::of), build.version(), Clock.systemUTC());
        var organising = OrganiseCommands.all(Wiring::config, console);
        return new Svc(
                Stream.concat(
                                organising.stream(),
                                Stream.of(
                                        Subcommand.of(
                                                ServeCommand.class,
                                                () -> new ServeCommand(
                                                        Wiring::config,
                                                        () -> demonstration(console),
                                                        (config, demo) ->
                                                                new Service(config, build, console, !demo).run())),
                                        Subcommand.of(
                                                PrepareCommand.class,
                                                () -> new PrepareCommand(Wiring::config, console, new SecureRandom())),
                                        Subcommand.of(
                                                HealthCommand.class, () -> new HealthCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                ResetPasswordCommand.class,
                                                () -> new ResetPasswordCommand(
                                                        Wiring::config,
                                                        console,
                                                        new ProcessPasswordSource(),
                                                        new SecureRandom())),
                                        Subcommand.of(
                                                ClearTwoFactorCommand.class,
                                                () -> new ClearTwoFactorCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                DoctorCommand.class,
                                                () -> new DoctorCommand(
                                                        Wiring::config,
                                                        config -> OfflineCatalog.of(
                                                                config, ConfiguredEngines.rediscovered(config), build),
                                                        new Versions(System.getenv()),
                                                        console)),
                                        Subcommand.of(
                                                SessionsCommand.class,
                                                () -> SessionsCommand.with(
                                                        new SessionsCommand(
                                                                Wiring::config, config -> seen(config, build), console),
                                                        new ExportCommand(
                                                                Wiring::config,
                                                                config -> seen(config, build),
                                                                (config, engines) -> ConfiguredEngines.transcript(
                                                                        config, engines, new TextWorkers()),
                                                                console))),
                                        Subcommand.of(
                                                ChangesCommand.class,
                                                () -> new ChangesCommand(
                                                        Wiring::config,
                                                        config -> seen(config, build),
                                                        (config, engines) -> {
                                                            var workers = new TextWorkers();
                                                            return ConfiguredEngines.changes(
                                                                    config,
                                                                    ConfiguredEngines.sessionChanges(engines, workers),
                                                                    workers);
                                                        },
                                                        console)),
                                        Subcommand.of(
                                                SearchCommand.class,
                                                () -> new SearchCommand(
                                                        Wiring::config,
                                                        config -> seen(config, build),
                                                        Clock.system(ZoneId.systemDefault()),
                                                        console)),
                                        Subcommand.of(
                                                UsageCommand.class,
                                                () -> new UsageCommand(
                                                        Wiring::config,
                                                        config -> seen(config, build),
                                                        UsageRoom::look,
                                                        console)),
                                        Subcommand.of(
                                                TokenCommand.class,
                                                () -> TokenCommand.with(Wiring::config, Clock.systemUTC(), console)),
                                        Subcommand.of(NewCommand.class, () -> new NewCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                SendCommand.class,
                                                () -> new SendCommand(Wiring::config, console, System.in)),
                                        Subcommand.of(
                                                WaitCommand.class, () -> new WaitCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                TailCommand.class, () -> new TailCommand(Wiring::config, console)),
                                        Subcommand.of(EndCommand.class, () -> new EndCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                OpenCommand.class, () -> new OpenCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                McpCommand.class,
                                                () -> new McpCommand(
                                                        Wiring::config, build.version(), System.in, System.out)),
                                        Subcommand.of(
                                                VaultCommand.class,
                                                () -> VaultCommand.with(
                                                        Wiring::config,
                                                        VaultRoom::reading,
                                                        config -> ConfiguredEngines.of(config, Set::of),
                                                        build.version(),
                                                        InstantSource.system(),
                                                        console)),
                                        Subcommand.of(
                                                AttachCommand.class, () -> new AttachCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                StatusCommand.class, () -> new StatusCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                AnswerCommand.class, () -> new AnswerCommand(Wiring::config, console)),
                                        Subcommand.of(
                                                VersionCommand.class,
                                                () -> new VersionCommand(build.version(), console)),
                                        Subcommand.of(
                                                AutoupdateCommand.class,
                                                () -> new AutoupdateCommand(
                                                        () -> new Updating(config(), build).updates(),
                                                        watcher -> new Updating(config(), build).update(watcher),
                                                        console)),
                                        Subcommand.of(
                                                RollbackCommand.class,
                                                () -> new RollbackCommand(
                                                        () -> new Updating(config(), build).updates(),
                                                        watcher -> new Updating(config(), build).update(watcher),
                                                        console)),
                                        Subcommand.of(
                                                JournalCommand.class,
                                                () -> JournalCommand.with(Wiring::config, console, Clock.systemUTC())),
                                        Subcommand.of(
                                                FleetCommand.class,
                                                () -> FleetCommand.with(
                                                        Wiring::config,
                                                        HostFacts::hostname,
                                                        InstantSource.system(),
                                                        console)),
                                        Subcommand.of(TrayCommand.class, () -> new TrayCommand(programRoot())),
                                        Subcommand.of(
                                                BackupCommand.class,
                                                () -> new BackupCommand(
                                                        Wiring::config,
                                                        vault::of,
                                                        console,
                                                        build.version(),
                                                        Clock.systemUTC())),
                                        Subcommand.of(
                                                RestoreCommand.class,
                                                () -> new RestoreCommand(
                                                        Wiring::config, vault::bringIn, console, Clock.systemUTC())),
                                        Subcommand.of(
                                                VariablesCommand.class,
                                                () -> new VariablesCommand(ConfiguredEngines.variables(), console)),
                                        Subcommand.of(
                                                ManCommand.class,
                                                () -> new ManCommand(ConfiguredEngines.variables(), console)),
                                        Subcommand.of(
                                                RehearseCommand.class,
                                                () -> new RehearseCommand(new Rehearsal(build, console)::run)),
                                        Subcommand.of(
                                                TryCommand.class,
                                                () -> new TryCommand(
                                                        watcher -> new Updating(config(), build).update(watcher)))))
                        .toList(),
                console);
    }

    /// One look at all sessions, with those that their programs have deleted.
    private static CatalogView.Seen seen(Config config, BuildInfo build) {
        var vault = VaultRoom.look(config);
        Runtime.getRuntime().addShutdownHook(new Thread(vault::close));
        var seen = OfflineCatalog.of(config, build, vault::around);
        vault.knows(seen.catalog());
        return seen;
    }

    private static Config demonstration(Console console) throws IOException {
        var demo = DemoHome.make(Instant.now());
        console.err()
                .println("svc: a demonstration in %s; remove that folder when you are done.".formatted(demo.folder()));
        return Demonstration.config(demo, Platform.current(), programRoot());
    }

    private static Config config() {
        return Config.load(Platform.current(), programRoot().orElse(null));
    }

    /// The checkout or release that the command was started from, as given by the launcher.
    private static Optional<Path> programRoot() {
        return Optional.ofNullable(System.getProperty("svc.root")).map(Path::of);
    }
}
