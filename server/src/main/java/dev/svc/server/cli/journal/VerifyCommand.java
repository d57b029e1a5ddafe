package dev.svc.server.cli.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.journal.StoredJournal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc journal verify`: whether all is as it was written.
@Command(
        name = "verify",
        description = "Follows the chain through every entry and says whether all is as it was written.")
final class VerifyCommand implements Callable<Integer> {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JournalPlace place;

    @Option(names = "--json", description = "The result as JSON.")
    private boolean json;

    VerifyCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        try (var journal = place.stored(StoredJournal::verify)) {
            if (json) {
                var result = MAPPER.createObjectNode()
                        .put("sound", journal.damage().isEmpty())
                        .put("seq", journal.head().seq())
                        .put("hash", journal.head().hash().toString())
                        .put("damage", journal.damage().orElse(null));
                place.console().out().println(result);
            } else if (journal.damage().isEmpty()) {
                place.console()
                        .out()
                        .println("the journal is sound: %d entries, ending in %s"
                                .formatted(journal.head().seq(), journal.head().hash()));
            }
            return place.judged(journal);
        }
    }
}
