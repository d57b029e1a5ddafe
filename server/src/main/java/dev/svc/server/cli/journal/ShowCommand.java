package dev.svc.server.cli.journal;

import dev.svc.server.journal.EntryJson;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.event.MetadataEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc journal show`: the newest entries.
@Command(name = "show", description = "Prints the newest entries, the newest last.")
final class ShowCommand implements Callable<Integer> {
    private final JournalPlace place;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many (default 20).")
    private int limit = 20;

    @Option(names = "--subject", paramLabel = "ID", description = "Only those of one session or project.")
    private @Nullable String subject;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only those of one type, such as renamed.")
    private @Nullable String type;

    @Option(names = "--security", description = "Only logins, passwords, two-factor and take-overs.")
    private boolean security;

    @Option(names = "--json", description = "A JSON object a line.")
    private boolean json;

    ShowCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        try (var journal = place.stored(StoredJournal::open)) {
            var newest = new ArrayDeque<Link>();
            journal.read(0, link -> {
                if (isWanted(link) && (!security || isSecurity(link))) {
                    newest.add(link);
                    if (newest.size() > limit) {
                        newest.remove();
                    }
                }
                return true;
            });
            newest.forEach(link -> place.console().out().println(json ? EntryJson.line(link) : line(link)));
            return place.judged(journal);
        }
    }

    private boolean isWanted(Link link) {
        var entry = link.entry();
        return (subject == null || subject.equals(EntryJson.subject(entry)))
                && (type == null || type.equals(EntryJson.type(entry)));
    }

    private static boolean isSecurity(Link link) {
        return link.entry().event() instanceof MetadataEvent.Security;
    }

    private static String line(Link link) {
        var entry = link.entry();
        return "%8d  %s  %-8s %-20s %s"
                .formatted(
                        entry.seq(), entry.at(), entry.actor().name(), EntryJson.type(entry), EntryJson.subject(entry));
    }
}
