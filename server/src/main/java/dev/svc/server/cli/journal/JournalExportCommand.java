package dev.svc.server.cli.journal;

import dev.svc.server.journal.EntryJson;
import dev.svc.server.journal.StoredJournal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `svc journal export`: every entry as a line.
@Command(name = "export", description = "Prints every entry as a line of JSON, for  svc journal import.")
final class JournalExportCommand implements Callable<Integer> {
    private final JournalPlace place;

    JournalExportCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        try (var journal = place.stored(StoredJournal::open)) {
            var progress = place.progress("exported");
            journal.read(0, link -> {
                place.console().out().println(EntryJson.line(link));
                progress.accept(link.entry().seq());
                return !place.console().out().checkError();
            });
            return place.judged(journal);
        }
    }
}
