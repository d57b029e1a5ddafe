package dev.svc.server.journal;

import dev.svc.server.metadata.Entry;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Merging;
import dev.svc.server.metadata.Organisation;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/// Brings the entries of an export into a journal. An empty one becomes the same journal; in any other, entries that
/// are there already are known by their ids, and the rest go behind the last one.
public final class JournalImport {
    private static final int GROUP = 1_000;

    private final Journal journal;
    private final boolean dryRun;
    private final boolean wasEmpty;
    private final Set<UUID> known = new HashSet<>();
    private final List<Entry> waiting = new ArrayList<>();
    private Organisation organisation;
    private long added;
    private long skipped;
    private long read;

    /// What an import did, or with `dryRun` would do.
    ///
    /// @param known entries that were there already
    /// @param skipped entries that mean nothing here
    public record Outcome(long read, long added, long known, long skipped, Organisation after) {}

    private JournalImport(Journal journal, boolean dryRun) {
        this.journal = journal;
        this.dryRun = dryRun;
        this.wasEmpty = journal.head().seq() == 0;
        this.organisation = journal.asOf(Long.MAX_VALUE);
        journal.read(0, link -> known.add(link.entry().id()));
    }

    /// Reads lines to their end; `progress` hears of the number of lines now and then.
    ///
    /// @throws IOException when a line is no entry; what was ahead of it is kept
    public static Outcome run(Journal journal, BufferedReader lines, boolean dryRun, LongConsumer progress)
            throws IOException {
        return new JournalImport(journal, dryRun).run(lines, progress);
    }

    private Outcome run(BufferedReader lines, LongConsumer progress) throws IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            read++;
            if (!line.isBlank()) {
                take(line);
            }
            if (read % GROUP == 0) {
                progress.accept(read);
            }
        }
        flush();
        return new Outcome(read, added, read - added - skipped, skipped, organisation);
    }

    private void take(String line) throws IOException {
        Entry entry;
        try {
            entry = EntryJson.read(line);
        } catch (IOException broken) {
            flush();
            throw new IOException("line " + read + ": " + broken.getMessage(), broken);
        }
        if (!known.add(entry.id())) {
            return;
        }
        var fitted = wasEmpty && entry.seq() > organisation.seq() ? Optional.of(entry) : fitted(entry);
        if (fitted.isEmpty()) {
            skipped++;
            return;
        }
        added++;
        organisation = organisation.apply(fitted.get());
        waiting.add(fitted.get());
        if (waiting.size() == GROUP) {
            flush();
        }
    }

    private Optional<Entry> fitted(Entry entry) {
        return Merging.onto(organisation, entry.event())
                .map(event -> new Entry(
                        organisation.seq() + 1,
                        entry.id(),
                        later(entry.at(), organisation.at()),
                        entry.actor(),
                        entry.batch(),
                        null,
                        event));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void flush() {
        if (!dryRun && !waiting.isEmpty()) {
            journal.append(waiting, organisation);
        }
        waiting.clear();
    }
}
