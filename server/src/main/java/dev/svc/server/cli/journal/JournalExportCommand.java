package dev.svc.server.cli.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.journal.StoredJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc journal export`: every entry as a line.
@Command(name = "export", description = "Prints every entry as a line of JSON, for  svc journal import.")
final class JournalExportCommand implements Callable<Integer> {
    private final JournalPlace place;

    @Option(
            names = "--from-fleet",
            paramLabel = "HOST",
            description = "The copy of another host's journal, from the broker of the fleet.")
    private @Nullable String host;

    @Option(names = "--incomplete", description = "With --from-fleet: also where the broker has lost a part of it.")
    private boolean incomplete;

    JournalExportCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        JournalPlace.requireFleet(incomplete, host);
        if (host != null) {
            return copy(host);
        }
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

    private int copy(String of) throws IOException {
        try (var copy = place.copy(of, incomplete);
                var lines = Files.newBufferedReader(copy.file(), UTF_8)) {
            var out = place.console().out();
            for (var line = lines.readLine(); line != null && !out.checkError(); line = lines.readLine()) {
                out.println(line);
            }
        }
        return ExitCode.OK.number();
    }
}
