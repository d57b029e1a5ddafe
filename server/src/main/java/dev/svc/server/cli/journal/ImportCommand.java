package dev.svc.server.cli.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.journal.JournalImport;
import dev.svc.shared.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc journal import`: what an export has and the journal has not.
@Command(
        name = "import",
        description = {
            "Brings in the entries of an export, or of the copy of another host's journal;",
            "those that are there already are left out."
        })
final class ImportCommand implements Callable<Integer> {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JournalPlace place;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "What  svc journal export  printed.")
    private @Nullable Path file;

    @Option(
            names = "--from-fleet",
            paramLabel = "HOST",
            description =
                    "In place of a file: what the broker of the fleet has of that host, whose name or id this is.")
    private @Nullable String host;

    @Option(names = "--incomplete", description = "With --from-fleet: also where the broker has lost a part of it.")
    private boolean incomplete;

    @Option(
            names = "--settings",
            description = "Also takes settings, preferences and notes about logins: only for an export of your own.")
    private boolean settings;

    @Option(names = "--dry-run", description = "Only says what would be done.")
    private boolean dryRun;

    @Option(names = "--json", description = "The result as JSON.")
    private boolean json;

    ImportCommand(JournalPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        if ((file == null) == (host == null)) {
            throw new CommandException(
                    ExitCode.USAGE, "say what to import: a file, or  --from-fleet HOST  for the copy of a host.");
        }
        JournalPlace.requireFleet(incomplete, host);
        if (host != null && settings) {
            throw new CommandException(
                    ExitCode.USAGE, "--settings goes with a file: no settings are in the copies of a fleet.");
        }
        if (file != null) {
            return taken(file, file.toString());
        }
        try (var copy = place.copy(Objects.requireNonNull(host), incomplete)) {
            return taken(copy.file(), "the copy of " + copy.name());
        }
    }

    private int taken(Path from, String shown) throws IOException {
        var wanted = new JournalImport.Wanted(dryRun, settings);
        try (var lines = Files.newBufferedReader(from);
                var journal = place.opened()) {
            journal.damage().ifPresent(sentence -> {
                throw new CommandException(ExitCode.FAILED, sentence);
            });
            var outcome = JournalImport.run(journal, lines, wanted, place.progress("read"));
            place.console()
                    .out()
                    .println(json ? MAPPER.writeValueAsString(counts(outcome, dryRun)) : text(outcome, wanted));
            return ExitCode.OK.number();
        } catch (NoSuchFileException missing) {
            throw new CommandException(ExitCode.FAILED, "there is no file " + shown);
        } catch (IOException wrong) {
            throw new CommandException(ExitCode.FAILED, shown + ", " + wrong.getMessage());
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
}
