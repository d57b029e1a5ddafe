package dev.svc.server.cli.account;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.TwoFactorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `svc clear-2fa`: the way back in after losing phone and recovery codes.
@Command(
        name = "clear-2fa",
        description = {
            "Turns two-factor off by removing its file.",
            "A running service notices within a second and ends every login."
        })
public final class ClearTwoFactorCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Console console;

    @Option(names = "--file", paramLabel = "PATH", description = "The file to remove (default: SVC_2FA_FILE).")
    private @Nullable Path file;

    @Mixin
    private Asker asker = new Asker();

    public ClearTwoFactorCommand(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Config known = config.get();
        Path path = file == null ? known.path(Variable.TWO_FACTOR_FILE) : file.toAbsolutePath();
        if (path.equals(known.path(Variable.TWO_FACTOR_FILE)) && Files.exists(path)) {
            HostChangeLog.of(known.home()).leave(What.SECOND_FACTOR, asker.who());
        }
        boolean removed = new TwoFactorFile(path).remove();
        console.out()
                .println(
                        removed
                                ? "Two-factor is off: " + path + " is removed."
                                : "Two-factor was off: there is no " + path + ".");
        return ExitCode.OK.number();
    }
}
