package dev.svc.server.journal;

import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Merging;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import dev.svc.server.metadata.event.MetadataEvent.PrefsChanged;
import dev.svc.server.metadata.event.MetadataEvent.Security;
import dev.svc.server.metadata.event.MetadataEvent.SettingsChanged;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.io.Reader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/// Imports the entries of an export. An empty journal becomes an identical one; in any other, entries are matched by
/// id, and new ones are appended.
///
/// Configuration (settings, preferences) and notes about logins are imported on request only: an export may come from
/// somebody else.
public final class JournalImport {
    private static final int GROUP = 1_000;

    /// Characters that wait to be written at most, and those of one line: entries have some hundred.
    private static final int MOST_WAITING = 8 << 20;

    private static final int LONGEST_LINE = 1 << 20;

    private final Journal journal;
    private final Wanted wanted;
    private final boolean wasEmpty;
    private final Steering steering;
    private final Set<UUID> known = new HashSet<>();
    private final List<Entry> waiting = new ArrayList<>();
    private Organisation organisation;
    private long added;
    private long skipped;
    private long left;
    private long read;
    private int size;

    /// What an import is to do.
    ///
    /// @param dryRun only to say what it would do
    /// @param settings also to take settings, preferences and notes about logins
    public record Wanted(boolean dryRun, boolean settings) {
        /// Everything, as it was.
        public static final Wanted ALL = new Wanted(false, true);
    }

    /// What an import did, or with `dryRun` would do.
    ///
    /// @param known entries that were there already
    /// @param skipped entries that mean nothing here
    /// @param left entries about settings, preferences and logins that were not wanted
    /// @param settings what entries about settings and preferences say, one line each, taken or left
    public record Outcome(
            long read, long added, long known, long skipped, long left, List<String> settings, Organisation after) {}

    private JournalImport(Journal journal, Wanted wanted) {
        this.journal = journal;
        this.wanted = wanted;
        this.wasEmpty = journal.head().seq() == 0;
        this.organisation = journal.asOf(Long.MAX_VALUE);
        this.steering = new Steering(organisation);
        journal.read(0, link -> known.add(link.entry().id()));
    }

    /// Reads lines to their end; `progress` hears of the number of lines now and then.
    ///
    /// @throws IOException when a line is not an entry; the lines before it are kept
    public static Outcome run(Journal journal, Reader text, Wanted wanted, LongConsumer progress) throws IOException {
        return new JournalImport(journal, wanted).run(new Lines(text, LONGEST_LINE), progress);
    }

    private Outcome run(Lines lines, LongConsumer progress) throws IOException {
        for (var line = next(lines); line.isPresent(); line = next(lines)) {
            read++;
            if (!line.get().isBlank()) {
                take(line.get());
            }
            if (read % GROUP == 0) {
                progress.accept(read);
            }
        }
        flush();
        return new Outcome(read, added, read - added - skipped - left, skipped, left, steering.lines(), organisation);
    }

    private Optional<String> next(Lines lines) throws IOException {
        try {
            return lines.next();
        } catch (Lines.TooLongException endless) {
            flush();
            throw new IOException("line " + (read + 1) + ": it is longer than an entry can be", endless);
        }
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
        if (isSteering(entry) && !wanted.settings()) {
            left++;
            return;
        }
        var fitted = wasEmpty && isNext(entry) ? Optional.of(entry) : fitted(entry);
        if (fitted.isEmpty()) {
            skipped++;
            return;
        }
        added++;
        organisation = organisation.apply(fitted.get());
        waiting.add(fitted.get());
        size += line.length();
        if (waiting.size() == GROUP || size > MOST_WAITING) {
            flush();
        }
    }

    private boolean isSteering(Entry entry) {
        return switch (entry.event()) {
            case SettingsChanged changed -> steering.settings(changed.patch());
            case PrefsChanged changed -> steering.prefs(changed.patch());
            case Security _ -> true;
            default -> false;
        };
    }

    /// A journal has no gaps, but for those that a repair stands for. Whoever made the export may claim one of any
    /// size: it is believed with the settings, which are taken of one's own.
    private boolean isNext(Entry entry) {
        long first =
                wanted.settings() && entry.event() instanceof JournalRepaired repaired && repaired.last() == entry.seq()
                        ? repaired.first()
                        : entry.seq();
        return first == organisation.seq() + 1;
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
        if (!wanted.dryRun() && !waiting.isEmpty()) {
            journal.append(waiting, organisation);
        }
        waiting.clear();
        size = 0;
    }
}
