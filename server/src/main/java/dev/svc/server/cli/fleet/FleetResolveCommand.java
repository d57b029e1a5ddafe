package dev.svc.server.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.FleetException;
import dev.svc.server.fleet.HostCopies;
import dev.svc.server.fleet.HostCopy;
import dev.svc.server.fleet.copy.CopyLook;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.JournalBusyException;
import dev.svc.server.journal.JournalImport;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Files;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc fleet resolve`: brings back what this host's journal lacks of its own copy.
@Command(
        name = "resolve",
        description = {
            "Brings back from the broker what the journal of this host lacks of its own copy, and lets copying go on:",
            "after it was put back from a backup, or repaired. The service of this host must not run."
        })
final class FleetResolveCommand implements Callable<Integer> {
    private final FleetDesk desk;

    @Option(names = "--dry-run", description = "Only says what would be done.")
    private boolean dryRun;

    @Option(names = "--incomplete", description = "Also where the broker has lost a part of the copy.")
    private boolean incomplete;

    FleetResolveCommand(FleetDesk desk) {
        this.desk = desk;
    }

    @Override
    public Integer call() {
        var self = desk.requireMembership();
        try (var journal = opened();
                var visit = desk.visit(self)) {
            journal.damage().ifPresent(sentence -> {
                throw new CommandException(ExitCode.FAILED, sentence);
            });
            var copies = new HostCopies(desk.folder(), self, visit.log(FleetDesk.PATIENCE));
            return switch (copies.look(desk.journals().of(journal::head, journal::read))) {
                case CopyLook.Beyond beyond -> resolved(copies, beyond, journal);
                case CopyLook.Fits _, CopyLook.Useless _ -> {
                    desk.say("The journal of this host has all that the broker has: nothing is to be done.");
                    yield ExitCode.OK.number();
                }
            };
        } catch (FleetException refused) {
            throw FleetDesk.refused(refused);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }

    private ChronicleJournal opened() {
        try {
            return ChronicleJournal.open(
                    desk.config().get().path(Variable.JOURNAL_DIR), desk.clock().withZone(ZoneOffset.UTC));
        } catch (JournalBusyException running) {
            throw new CommandException(ExitCode.HOME_BUSY, String.valueOf(running.getMessage()));
        }
    }

    private int resolved(HostCopies copies, CopyLook.Beyond beyond, ChronicleJournal journal)
            throws IOException, FleetException {
        try (var copy = copies.ofSelf()) {
            copy.requireWhole(incomplete);
            var outcome = imported(copy, journal);
            desk.say("%d entries %s, %d were there already, %d mean nothing here."
                    .formatted(
                            outcome.added(),
                            dryRun ? "would be brought back" : "are brought back",
                            outcome.known(),
                            outcome.skipped()));
        }
        if (!dryRun) {
            copies.settle(beyond.mark());
            desk.say("Start svc: it copies the journal as it is now.");
        }
        return ExitCode.OK.number();
    }

    private JournalImport.Outcome imported(HostCopy copy, ChronicleJournal journal) throws IOException {
        try (var lines = Files.newBufferedReader(copy.file(), UTF_8)) {
            return JournalImport.run(journal, lines, new JournalImport.Wanted(dryRun, false), _ -> {});
        }
    }
}
