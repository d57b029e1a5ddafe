package dev.svc.server.cli;

import dev.svc.server.backup.BackupException;
import dev.svc.server.backup.Bounds;
import dev.svc.server.backup.HomeLayout;
import dev.svc.server.backup.Restoration;
import dev.svc.server.backup.Restored;
import dev.svc.shared.config.Config;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc restore`: replaces a home's content with a backup's; what was there before is kept beside it.
@Command(
        name = "restore",
        description = {
            "Puts back what  svc backup  wrote, all of it or nothing; the service must be stopped.",
            "What it replaces is kept in a folder beside it."
        })
public final class RestoreCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final Copies copies;
    private final Console console;
    private final Clock clock;

    @Parameters(paramLabel = "FILE", description = "What  svc backup  wrote.")
    private Path file = Path.of("");

    @Option(names = "--force", description = "Also over a home that holds a journal already.")
    private boolean force;

    @Option(
            names = "--with-secrets",
            description = {
                "Also takes password hash, signing key and two-factor, where the backup has them:",
                "only for a file that nobody else could have changed."
            })
    private boolean secrets;

    /// The copies of sessions in a backup.
    @FunctionalInterface
    public interface Copies {
        /// Takes them into the vault, where the backup has any.
        ///
        /// @return what is to be said of it, as sentences
        List<String> bringIn(Config config, Path file) throws IOException;
    }

    public RestoreCommand(Supplier<Config> config, Copies copies, Console console, Clock clock) {
        this.config = config;
        this.copies = copies;
        this.console = console;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        Config chosen = config.get();
        try (HomeLock _ = requireStopped(chosen)) {
            restore(HomeLayout.of(chosen), Bounds.of(chosen));
            copies.bringIn(config.get(), file).forEach(console.out()::println);
        } catch (BackupException refused) {
            throw new CommandException(ExitCode.FAILED, refused.getMessage() + " Nothing was changed.");
        } catch (IOException failed) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "the backup could not be put back: %s. Mend that and run the same command again."
                            .formatted(failed.getMessage()));
        }
        console.out().flush();
        return ExitCode.OK.number();
    }

    private void restore(HomeLayout layout, Bounds bounds) throws IOException {
        Optional<Restored> unfinished = Restored.unfinished(layout);
        if (unfinished.isPresent()) {
            unfinished.get().putInPlace();
        }
        var restoration = new Restoration(layout, bounds, clock);
        if (!force && restoration.wouldReplace()) {
            throw new BackupException(
                    "%s holds a journal already: say --force to put the backup in its place; what is there is kept aside."
                            .formatted(layout.data()));
        }
        Restored prepared = restoration.prepare(file, secrets);
        Optional<Path> kept = prepared.putInPlace();
        console.out().println("%s is restored from %s.".formatted(layout.data(), file));
        kept.ifPresent(folder -> console.out().println("What was there before is kept in %s.".formatted(folder)));
        prepared.brought().sentences().forEach(console.out()::println);
    }

    private static HomeLock requireStopped(Config config) throws IOException {
        Path lock = config.home().processLock();
        return HomeLock.tryTake(lock)
                .orElseThrow(() -> new CommandException(
                        ExitCode.HOME_BUSY,
                        "a service runs on %s (%s): stop it first, then restore."
                                .formatted(
                                        config.home().data(),
                                        HomeLock.holder(lock).orElse("it did not say which"))));
    }
}
