package dev.svc.server.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.journal.JournalBusyException;
import dev.svc.server.journal.JournalImport;
import dev.svc.server.journal.JournalRepair;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.sidecar.OrganisationJson;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.text.Shown;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc journal`: shows, verifies, exports, imports, replays and repairs what was changed. Reading works beside a
/// running service.
@Command(
        name = "journal",
        description = "Shows, checks, exports, imports and repairs the journal of every change.",
        synopsisSubcommandLabel = "<show|verify|export|import|replay|repair>")
public final class JournalCommand implements Runnable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long PROGRESS = 100_000;

    private final Supplier<Config> config;
    private final Console console;
    private final Clock clock;

    public JournalCommand(Supplier<Config> config, Console console, Clock clock) {
        this.config = config;
        this.console = console;
        this.clock = clock;
    }

    @Override
    public void run() {
        throw new CommandException(
                ExitCode.USAGE, "say what to do: svc journal show, verify, export, import, replay or repair.");
    }

    @Command(name = "show", description = "Prints the newest entries, the newest last.")
    int show(
            @Option(names = "--limit", defaultValue = "20", description = "How many (default 20).") int limit,
            @Option(names = "--subject", description = "Only those of one session or project.") @Nullable
                    String subject,
            @Option(names = "--type", description = "Only those of one type, such as renamed.") @Nullable String type,
            @Option(names = "--security", description = "Only logins, passwords, two-factor and take-overs.")
                    boolean security,
            @Option(names = "--json", description = "A JSON object a line.") boolean json)
            throws IOException {
        try (var journal = stored(StoredJournal::open)) {
            var newest = new ArrayDeque<Link>();
            journal.read(0, link -> {
                if (isWanted(link, subject, type) && (!security || isSecurity(link))) {
                    newest.add(link);
                    if (newest.size() > limit) {
                        newest.remove();
                    }
                }
                return true;
            });
            newest.forEach(link -> console.out().println(json ? EntryJson.line(link) : line(link)));
            return judged(journal);
        }
    }

    private static boolean isWanted(Link link, @Nullable String subject, @Nullable String type) {
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

    @Command(
            name = "verify",
            description = "Follows the chain through every entry and says whether all is as it was written.")
    int verify(@Option(names = "--json", description = "The result as JSON.") boolean json) throws IOException {
        try (var journal = stored(StoredJournal::verify)) {
            if (json) {
                var result = MAPPER.createObjectNode()
                        .put("sound", journal.damage().isEmpty())
                        .put("seq", journal.head().seq())
                        .put("hash", journal.head().hash().toString())
                        .put("damage", journal.damage().orElse(null));
                console.out().println(result);
            } else if (journal.damage().isEmpty()) {
                console.out()
                        .println("the journal is sound: %d entries, ending in %s"
                                .formatted(journal.head().seq(), journal.head().hash()));
            }
            return judged(journal);
        }
    }

    /// The sentence about damage and its code, which every reading command ends with.
    private int judged(StoredJournal journal) {
        journal.damage().ifPresent(sentence -> console.err().println("svc: " + sentence + "; run: svc journal repair"));
        return journal.damage().isEmpty() ? ExitCode.OK.number() : ExitCode.FAILED.number();
    }

    @Command(name = "export", description = "Prints every entry as a line of JSON, for  svc journal import.")
    int export() throws IOException {
        try (var journal = stored(StoredJournal::open)) {
            var progress = progress("exported");
            journal.read(0, link -> {
                console.out().println(EntryJson.line(link));
                progress.accept(link.entry().seq());
                return !console.out().checkError();
            });
            return judged(journal);
        }
    }

    @Command(
            name = "import",
            description = "Brings in the entries of an export; those that are there already are left out.")
    int importFrom(
            @Parameters(paramLabel = "FILE", description = "What  svc journal export  printed.") Path file,
            @Option(
                            names = "--settings",
                            description =
                                    "Also takes settings, preferences and notes about logins: only for an export of your own.")
                    boolean settings,
            @Option(names = "--dry-run", description = "Only says what would be done.") boolean dryRun,
            @Option(names = "--json", description = "The result as JSON.") boolean json)
            throws IOException {
        var wanted = new JournalImport.Wanted(dryRun, settings);
        try (var lines = Files.newBufferedReader(file);
                var journal = opened()) {
            journal.damage().ifPresent(sentence -> {
                throw new CommandException(ExitCode.FAILED, sentence);
            });
            var outcome = JournalImport.run(journal, lines, wanted, progress("read"));
            console.out().println(json ? MAPPER.writeValueAsString(counts(outcome, dryRun)) : text(outcome, wanted));
            return ExitCode.OK.number();
        } catch (java.nio.file.NoSuchFileException missing) {
            throw new CommandException(ExitCode.FAILED, "there is no file " + file);
        } catch (IOException wrong) {
            throw new CommandException(ExitCode.FAILED, file + ", " + wrong.getMessage());
        }
    }

    private StoredJournal stored(Opening opening) {
        try {
            return opening.open(folder());
        } catch (IOException missing) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(missing.getMessage()));
        }
    }

    /// How closely a journal is looked at before it is read.
    @FunctionalInterface
    private interface Opening {
        StoredJournal open(Path folder) throws IOException;
    }

    private ChronicleJournal opened() {
        try {
            return ChronicleJournal.open(folder(), clock);
        } catch (JournalBusyException running) {
            throw new CommandException(ExitCode.HOME_BUSY, String.valueOf(running.getMessage()));
        }
    }

    private static Map<String, Object> counts(JournalImport.Outcome outcome, boolean dryRun) {
        return Map.of(
                "read", outcome.read(),
                "added", outcome.added(),
                "known", outcome.known(),
                "skipped", outcome.skipped(),
                "left_out", outcome.left(),
                "settings", outcome.settings(),
                "dry_run", dryRun);
    }

    private static String text(JournalImport.Outcome outcome, JournalImport.Wanted wanted) {
        var lines = new ArrayList<String>();
        lines.add(sentence(outcome, wanted.dryRun()));
        if (outcome.left() > 0) {
            lines.add("%d entries about settings, preferences and logins %s left out; --settings takes them as well"
                    .formatted(outcome.left(), wanted.dryRun() ? "would be" : "were"));
        }
        if (!outcome.settings().isEmpty()) {
            lines.add(steering(wanted) + ":");
            outcome.settings().forEach(line -> lines.add("  " + Shown.line(line)));
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String steering(JournalImport.Wanted wanted) {
        if (!wanted.settings()) {
            return "they would set";
        }
        return wanted.dryRun() ? "these settings would be set" : "these settings are set now";
    }

    private static String sentence(JournalImport.Outcome outcome, boolean dryRun) {
        return "%d entries %s, %d were there already, %d mean nothing here: %d sessions and %d projects %s organised"
                .formatted(
                        outcome.added(),
                        dryRun ? "would be added" : "added",
                        outcome.known(),
                        outcome.skipped(),
                        outcome.after().marked().size(),
                        outcome.after().projects().size(),
                        dryRun ? "would then be" : "are now");
    }

    @Command(name = "replay", description = "Shows how everything was organised at a moment.")
    int replay(
            @Option(
                            names = "--until",
                            paramLabel = "TIME|SEQ",
                            description = "A time such as 2026-11-21T10:00:00Z or an entry's number; now when missing.")
                    @Nullable
                    String until,
            @Option(names = "--json", description = "The whole organisation as JSON.") boolean json)
            throws IOException {
        try (var journal = stored(StoredJournal::open)) {
            var organisation = journal.asOf(until == null ? Long.MAX_VALUE : seq(journal, until));
            console.out().println(json ? json(organisation) : summary(organisation));
            return judged(journal);
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

    @Command(name = "repair", description = "Mends a damaged journal; the damaged files are kept aside.")
    int repair() throws IOException {
        try {
            var repaired = JournalRepair.run(folder(), clock);
            console.out()
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

    private LongConsumer progress(String word) {
        return done -> {
            if (console.interactive() && done % PROGRESS == 0) {
                console.err().println("svc: %,d entries %s".formatted(done, word));
            }
        };
    }

    private Path folder() {
        return config.get().path(Variable.JOURNAL_DIR);
    }
}
