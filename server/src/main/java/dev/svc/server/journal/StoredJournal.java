package dev.svc.server.journal;

import dev.svc.server.journal.check.Inspection;
import dev.svc.server.journal.check.SoundRecords;
import dev.svc.server.journal.check.Verdict;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.Records;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.journal.snapshot.Snapshots;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.fold.Organisation;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/// A journal as it lies on the disk, for reading only: beside a running service or without one, sound or damaged.
public final class StoredJournal implements Closeable {
    /// A service that appends while its files are read can look damaged for a moment.
    private static final int LOOKS = 5;

    private final Snapshots snapshots;
    private final History history;
    private final Head head;
    private final Optional<String> damage;

    private StoredJournal(
            Records records, Snapshots snapshots, EventReader reader, Head head, Optional<String> damage) {
        this.snapshots = snapshots;
        this.history = new History(records, snapshots, reader);
        this.head = head;
        this.damage = damage;
    }

    /// Checks the same things as opening for writing.
    ///
    /// @throws IOException when there is no journal in the folder, or it cannot be read
    public static StoredJournal open(Path folder) throws IOException {
        return open(folder, false);
    }

    /// Follows the chain through every entry, also where digests vouch for the files.
    public static StoredJournal verify(Path folder) throws IOException {
        return open(folder, true);
    }

    private static StoredJournal open(Path folder, boolean deep) throws IOException {
        var layout = Layout.in(folder);
        if (!layout.exists()) {
            throw new IOException("there is no journal in " + folder + ": nothing was ever changed there");
        }
        var reader = new EventReader(Upcasters.NONE);
        var findings = inspect(layout, reader, deep);
        var snapshots = Snapshots.forReading(layout.snapshots());
        if (findings.isSound()) {
            var records = new SoundRecords(layout, findings.waypoints());
            return new StoredJournal(records, snapshots, reader, findings.head(), Optional.empty());
        }
        var verdict = Verdict.on(layout, findings, reader);
        var none = Snapshots.forReading(layout.root().resolve("none"));
        return new StoredJournal(verdict.records(), none, reader, verdict.head(), Optional.of(verdict.sentence()));
    }

    private static Inspection.Findings inspect(Layout layout, EventReader reader, boolean deep) throws IOException {
        var findings = look(layout, reader, deep);
        for (int i = 1; i < LOOKS && !findings.isSound() && JournalLock.isHeld(layout.lock()); i++) {
            findings = look(layout, reader, deep);
        }
        return findings;
    }

    private static Inspection.Findings look(Layout layout, EventReader reader, boolean deep) throws IOException {
        return deep ? Inspection.deep(layout, reader) : Inspection.of(layout, reader);
    }

    /// The last acknowledged entry.
    public Head head() {
        return head;
    }

    /// Empty while the journal is sound; else the sentence that says what is damaged and which entries are lost.
    public Optional<String> damage() {
        return damage;
    }

    /// Shows the entries after `after` in order until `each` returns false.
    public void read(long after, Predicate<Link> each) {
        history.read(after, head.seq(), each);
    }

    /// The organisation as of an entry; `seq` beyond the head means the head.
    public Organisation asOf(long seq) {
        return history.asOf(Math.min(seq, head.seq()));
    }

    /// The number of the last entry made at or before a time; 0 when there is none.
    public long seqAt(Instant time) {
        return history.seqAt(time, head.seq());
    }

    @Override
    public void close() {
        snapshots.close();
    }
}
