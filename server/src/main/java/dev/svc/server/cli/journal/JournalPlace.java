package dev.svc.server.cli.journal;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import dev.svc.server.fleet.HostCopy;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.JournalBusyException;
import dev.svc.server.journal.StoredJournal;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Where the journal lies, and what every subcommand does with it before and after its own work.
///
/// @param copies reads the copy of another host's journal from the broker of the fleet
record JournalPlace(Supplier<Config> config, Console console, Clock clock, Function<String, HostCopy> copies) {
    private static final long PROGRESS = 100_000;

    /// How closely a journal is looked at before it is read.
    @FunctionalInterface
    interface Opening {
        StoredJournal open(Path folder) throws IOException;
    }

    Path folder() {
        return config.get().path(Variable.JOURNAL_DIR);
    }

    /// To be read, beside a running service or without one.
    StoredJournal stored(Opening opening) {
        try {
            return opening.open(folder());
        } catch (IOException missing) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(missing.getMessage()));
        }
    }

    /// To be written to, which nothing else may do at the time.
    ChronicleJournal opened() {
        try {
            return ChronicleJournal.open(folder(), clock);
        } catch (JournalBusyException running) {
            throw new CommandException(ExitCode.HOME_BUSY, String.valueOf(running.getMessage()));
        }
    }

    /// Nothing but a copy can have lost something.
    ///
    /// @param host whose copy is asked for; null where none is
    static void requireFleet(boolean incomplete, @Nullable String host) {
        if (incomplete && host == null) {
            throw new CommandException(ExitCode.USAGE, "--incomplete goes with --from-fleet HOST.");
        }
    }

    /// The copy of another host's journal, for whoever closes it.
    ///
    /// @param incomplete whether it may have lost something
    HostCopy copy(String host, boolean incomplete) throws IOException {
        var copy = copies.apply(host);
        try {
            copy.requireWhole(incomplete);
        } catch (FleetException refused) {
            copy.close();
            throw new CommandException(ExitCode.FAILED, refused.sentence());
        }
        console.err()
                .println("svc: the copy of %s has %d entries, up to %s"
                        .formatted(copy.name(), copy.entries(), copy.at() == null ? "no time" : copy.at()));
        if (copy.dropped() > 0) {
            console.err()
                    .println(
                            "svc: %d messages at the broker were not said by %s, or cannot be read here: they are left out."
                                    .formatted(copy.dropped(), copy.name()));
        }
        return copy;
    }

    /// The sentence about damage and its code, which every reading command ends with.
    int judged(StoredJournal journal) {
        journal.damage()
                .ifPresent(sentence ->
                        console.err().println("svc: " + sentence + "; run: " + OwnCommand.line("journal repair")));
        return journal.damage().isEmpty() ? ExitCode.OK.number() : ExitCode.FAILED.number();
    }

    LongConsumer progress(String word) {
        return done -> {
            if (console.interactive() && done % PROGRESS == 0) {
                console.err().println("svc: %,d entries %s".formatted(done, word));
            }
        };
    }
}
