package dev.svc.server.cli;

import dev.svc.server.backup.Backup;
import dev.svc.server.backup.BackupException;
import dev.svc.server.backup.HomeLayout;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc backup`: what people organised, in one file. The sessions themselves belong to their programs.
@Command(
        name = "backup",
        description = {
            "Writes journal, metadata, preferences and settings into one file, also while the service runs.",
            "The programs' own sessions are not in it: they lie in the programs' stores. --vault adds the copies of them."
        })
public final class BackupCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Copies copies;
    private final Console console;
    private final String version;
    private final Clock clock;

    @Parameters(paramLabel = "FILE", description = "Where to, as in svc-backup.zip.")
    private Path file = Path.of("");

    @Option(names = "--uploads", description = "With the files that were pasted or dropped.")
    private boolean uploads;

    @Option(
            names = "--vault",
            description =
                    "With the copies that svc keeps of sessions, sealed if they are: as large as  svc vault size  says.")
    private boolean vault;

    @Option(names = "--with-secrets", description = "With password hash, signing key and two-factor: guard that file.")
    private boolean secrets;

    @Option(names = "--force", description = "Replaces FILE when it is there.")
    private boolean force;

    /// The copies of sessions, for a backup.
    @FunctionalInterface
    public interface Copies {
        Backup.Appendix of(Config config);
    }

    public BackupCommand(Supplier<Config> config, Copies copies, Console console, String version, Clock clock) {
        this.config = config;
        this.copies = copies;
        this.console = console;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        if (!force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new CommandException(
                    ExitCode.FAILED, file + " is there already: choose another name, or say --force to replace it.");
        }
        var chosen = config.get();
        var backup = new Backup(HomeLayout.of(chosen), version, clock);
        try {
            var appendix = vault ? copies.of(chosen) : Backup.Appendix.NONE;
            long entries = backup.write(file, new Backup.Wanted(uploads, secrets), appendix);
            console.out().println("%s holds the journal up to entry %d.".formatted(file, entries));
        } catch (BackupException refused) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(refused.getMessage()));
        } catch (IOException failed) {
            throw new CommandException(
                    ExitCode.FAILED, "no backup was written: " + failed.getMessage() + ". Nothing was changed.");
        }
        console.out().flush();
        return ExitCode.OK.number();
    }
}
