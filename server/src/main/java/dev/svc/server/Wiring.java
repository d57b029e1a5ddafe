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
import dev.svc.server.cli.api.ServedAnswers;
import dev.svc.server.cli.api.TailCommand;
import dev.svc.server.cli.api.WaitCommand;
import dev.svc.server.cli.bench.BenchCommand;
import dev.svc.server.cli.change.ChangesCommand;
import dev.svc.server.cli.fleet.FleetCommand;
import dev.svc.server.cli.journal.JournalCommand;
import dev.svc.server.cli.list.SessionsCommand;
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
import dev.svc.server.wiring.bench.BenchRows;
import dev.svc.server.wiring.demo.Demonstration;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.server.wiring.engine.OfflineCatalog;
import dev.svc.server.wiring.fleet.JournalEntries;
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
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The only place that knows every concrete class; read it to see the program.
final class Wiring {
    private Wiring() {}

    static Svc commands(Console console) {
        return commands(Wiring::config, console);
    }

    static Svc commands(Supplier<Config> config, Console console) {
        Supplier<BuildInfo> build = () -> BuildInfo.read(programRoot());
        Supplier<VaultBackup> vault = () -> new VaultBackup(
                chosen -> ConfiguredEngines.of(chosen, Set::of), build.get().version(), Clock.systemUTC());
        var organising = OrganiseCommands.all(config, console);
        return new Svc(
                Stream.concat(
                                organising.stream(),
                                Stream.of(
                                        Subcommand.of(
                                                "serve",
                                                () -> new ServeCommand(
                                                        config,
                                                        () -> demonstration(console),
                                                        (chosen, demo) -> new Service(
                                                                        chosen, build.get(), console, !demo)
                                                                .run())),
                                        Subcommand.of(
                                                "prepare",
                                                () -> new PrepareCommand(config, console, new SecureRandom())),
                                        Subcommand.of("health", () -> new HealthCommand(config, console)),
                                        Subcommand.of(
                                                "reset-password",
                                                () -> new ResetPasswordCommand(
                                                        config,
                                                        console,
                                                        new ProcessPasswordSource(),
                                                        new SecureRandom())),
                                        Subcommand.of("clear-2fa", () -> new ClearTwoFactorCommand(config, console)),
                                        Subcommand.of(
                                                        "doctor",
                                                        () -> new DoctorCommand(
                                                                config,
                                                                chosen -> OfflineCatalog.of(
                                                                        chosen,
                                                                        ConfiguredEngines.rediscovered(chosen),
                                                                        build.get()),
                                                                new Versions(System.getenv()),
                                                                console))
                                                .or("discover-engines"),
                                        Subcommand.of(
                                                "sessions",
                                                () -> SessionsCommand.with(
                                                        new SessionsCommand(
                                                                config,
                                                                chosen -> seen(chosen, build.get()),
                                                                new SessionsCommand.Served(
                                                                        ServedAnswers::get,
                                                                        ConfiguredEngines.manifests()),
                                                                console),
                                                        new ExportCommand(
                                                                config,
                                                                chosen -> seen(chosen, build.get()),
                                                                (chosen, engines) -> ConfiguredEngines.transcript(
                                                                        chosen, engines, new TextWorkers()),
                                                                console))),
                                        Subcommand.of(
                                                "changes",
                                                () -> new ChangesCommand(
                                                        config,
                                                        chosen -> seen(chosen, build.get()),
                                                        (chosen, engines) -> {
                                                            var workers = new TextWorkers();
                                                            return ConfiguredEngines.changes(
                                                                    chosen,
                                                                    ConfiguredEngines.sessionChanges(engines, workers),
                                                                    workers);
                                                        },
                                                        console)),
                                        Subcommand.of(
                                                "search",
                                                () -> new SearchCommand(
                                                        config,
                                                        chosen -> seen(chosen, build.get()),
                                                        Clock.system(ZoneId.systemDefault()),
                                                        console)),
                                        Subcommand.of(
                                                "usage",
                                                () -> new UsageCommand(
                                                        config,
                                                        chosen -> seen(chosen, build.get()),
                                                        UsageRoom::look,
                                                        console)),
                                        Subcommand.of(
                                                "token", () -> TokenCommand.with(config, Clock.systemUTC(), console)),
                                        Subcommand.of("new", () -> new NewCommand(config, console)),
                                        Subcommand.of("send", () -> new SendCommand(config, console, System.in)),
                                        Subcommand.of("wait", () -> new WaitCommand(config, console)),
                                        Subcommand.of("tail", () -> new TailCommand(config, console)),
                                        Subcommand.of("end", () -> new EndCommand(config, console)),
                                        Subcommand.of("open", () -> new OpenCommand(config, console)),
                                        Subcommand.of(
                                                "mcp",
                                                () -> new McpCommand(
                                                        config, build.get().version(), System.in, System.out)),
                                        Subcommand.of(
                                                "vault",
                                                () -> VaultCommand.with(
                                                        config,
                                                        VaultRoom::reading,
                                                        chosen -> ConfiguredEngines.of(chosen, Set::of),
                                                        build.get().version(),
                                                        InstantSource.system(),
                                                        console)),
                                        Subcommand.of("attach", () -> new AttachCommand(config, console)),
                                        Subcommand.of("status", () -> new StatusCommand(config, console)),
                                        Subcommand.of("answer", () -> new AnswerCommand(config, console)),
                                        Subcommand.of(
                                                "version",
                                                () -> new VersionCommand(
                                                        build.get().version(), console)),
                                        Subcommand.of(
                                                "autoupdate",
                                                () -> new AutoupdateCommand(
                                                        () -> new Updating(config.get(), build.get()).updates(),
                                                        watcher ->
                                                                new Updating(config.get(), build.get()).update(watcher),
                                                        console)),
                                        Subcommand.of(
                                                "rollback",
                                                () -> new RollbackCommand(
                                                        () -> new Updating(config.get(), build.get()).updates(),
                                                        watcher ->
                                                                new Updating(config.get(), build.get()).update(watcher),
                                                        console)),
                                        Subcommand.of(
                                                "journal",
                                                () -> JournalCommand.with(
                                                        config,
                                                        console,
                                                        Clock.systemUTC(),
                                                        FleetCommand.copies(
                                                                config,
                                                                HostFacts::hostname,
                                                                InstantSource.system(),
                                                                console,
                                                                JournalEntries::new))),
                                        Subcommand.of(
                                                "fleet",
                                                () -> FleetCommand.with(
                                                        config,
                                                        HostFacts::hostname,
                                                        InstantSource.system(),
                                                        console,
                                                        JournalEntries::new)),
                                        Subcommand.of("tray", () -> new TrayCommand(programRoot())),
                                        Subcommand.of(
                                                "bench",
                                                () -> new BenchCommand(
                                                        BenchRows::of,
                                                        () -> build.get().version(),
                                                        console)),
                                        Subcommand.of(
                                                "backup",
                                                () -> new BackupCommand(
                                                        config,
                                                        vault.get()::of,
                                                        console,
                                                        build.get().version(),
                                                        Clock.systemUTC())),
                                        Subcommand.of(
                                                "restore",
                                                () -> new RestoreCommand(
                                                        config, vault.get()::bringIn, console, Clock.systemUTC())),
                                        Subcommand.of(
                                                "variables",
                                                () -> new VariablesCommand(ConfiguredEngines.variables(), console)),
                                        Subcommand.of(
                                                "man", () -> new ManCommand(ConfiguredEngines.variables(), console)),
                                        Subcommand.of(
                                                "rehearse",
                                                () -> new RehearseCommand(
                                                        new Rehearsal(build.get(), console)::run,
                                                        new CommandRehearsal()::run)),
                                        Subcommand.of(
                                                "try",
                                                () -> new TryCommand(watcher ->
                                                        new Updating(config.get(), build.get()).update(watcher)))))
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
