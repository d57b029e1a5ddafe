package dev.svc.server.cli.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.sidecar.OrganisationJson;
import java.io.IOException;
import java.io.StringWriter;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc journal replay`: how everything was organised once.
@Command(name = "replay", description = "Shows how everything was organised at a moment.")
final class ReplayCommand implements Callable<Integer> {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JournalPlace place;

    @Option(
            names = "--until",
            paramLabel = "TIME|SEQ",
            description = "A time such as 2026-11-21T10:00:00Z or an entry's number; now when missing.")
    private @Nullable String until;

    @Option(names = "--json", description = "The whole organisation as JSON.")
    private boolean json;

    ReplayCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        try (var journal = place.stored(StoredJournal::open)) {
            var organisation = journal.asOf(until == null ? Long.MAX_VALUE : seq(journal, until));
            place.console().out().println(json ? json(organisation) : summary(organisation));
            return place.judged(journal);
        }
    }

    private static long seq(StoredJournal journal, String until) {
        if (until.matches("[0-9]{1,18}")) {
            return Long.parseLong(until);
        }
        try {
            return journal.seqAt(OffsetDateTime.parse(until).toInstant());
        } catch (DateTimeParseException none) {
            throw new CommandException(
                    ExitCode.USAGE, "--until takes a time such as 2026-11-21T10:00:00Z or an entry's number.");
        }
    }

    private static String json(Organisation organisation) throws IOException {
        var text = new StringWriter();
        try (var out = MAPPER.createGenerator(text)) {
            OrganisationJson.write(organisation, out);
        }
        return text.toString();
    }

    private static String summary(Organisation organisation) {
        var lines = new ArrayList<String>();
        lines.add("after entry %d, %s: %d sessions, %d projects"
                .formatted(
                        organisation.seq(),
                        organisation.at(),
                        organisation.marked().size(),
                        organisation.projects().size()));
        organisation
                .marked()
                .forEach((session, marks) -> lines.add("  %s%s%s  %s"
                        .formatted(
                                session,
                                marks.sticky() ? "  favourite" : "",
                                Boolean.TRUE.equals(marks.archived()) ? "  archived" : "",
                                marks.title() == null ? "" : marks.title())));
        return String.join(System.lineSeparator(), lines);
    }
}
