package dev.svc.server;

import dev.svc.server.cli.ClearTwoFactorCommand;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.JournalCommand;
import dev.svc.server.cli.ProcessPasswordSource;
import dev.svc.server.cli.RehearseCommand;
import dev.svc.server.cli.ResetPasswordCommand;
import dev.svc.server.cli.ServeCommand;
import dev.svc.server.cli.Svc;
import dev.svc.server.cli.VariablesCommand;
import dev.svc.server.cli.VersionCommand;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// The only place that knows every concrete class; read it to see the program.
final class Wiring {
    private Wiring() {}

    static Svc commands(Console console) {
        BuildInfo build = BuildInfo.read();
        return new Svc(
                List.of(
                        new ServeCommand(Wiring::config, config -> new Service(config, build, console).run()),
                        new ResetPasswordCommand(
                                Wiring::config, console, new ProcessPasswordSource(), new SecureRandom()),
                        new ClearTwoFactorCommand(Wiring::config, console),
                        new VersionCommand(build.version(), console),
                        new JournalCommand(Wiring::config, console, Clock.systemUTC()),
                        new VariablesCommand(console),
                        new RehearseCommand(new Rehearsal(build, console)::run)),
                console);
    }

    private static Config config() {
        return Config.load(Platform.current(), programRoot().orElse(null));
    }

    /// The checkout or release that the command was started from, as the launcher says.
    private static Optional<Path> programRoot() {
        return Optional.ofNullable(System.getProperty("svc.root")).map(Path::of);
    }
}
