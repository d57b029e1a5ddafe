package dev.svc.server.cli.journal;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.journal.JournalBusyException;
import dev.svc.server.journal.JournalRepair;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `svc journal repair`: mends what is damaged.
@Command(name = "repair", description = "Mends a damaged journal; the damaged files are kept aside.")
final class RepairCommand implements Callable<Integer> {
    private final JournalPlace place;

    RepairCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        try {
            var repaired = JournalRepair.run(place.folder(), place.clock());
            place.console()
                    .out()
                    .println(repaired.map(it -> it.found() + System.lineSeparator()
                                    + "the journal is repaired; the damaged files are kept in " + it.kept())
                            .orElse("the journal is sound; nothing was touched"));
            return ExitCode.OK.number();
        } catch (JournalBusyException running) {
            throw new CommandException(ExitCode.HOME_BUSY, String.valueOf(running.getMessage()));
        } catch (IOException failed) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(failed.getMessage()));
        }
    }
}
