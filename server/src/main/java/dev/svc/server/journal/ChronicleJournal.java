package dev.svc.server.journal;

import dev.svc.server.journal.check.Inspection;
import dev.svc.server.journal.check.Rewriting;
import dev.svc.server.journal.check.Verdict;
import dev.svc.server.journal.record.Disk;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.journal.snapshot.Snapshots;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The durable journal. It is inspected before use; a damaged one still serves its good part and refuses new entries.
public final class ChronicleJournal implements Journal {
    private static final System.Logger LOG = System.getLogger(ChronicleJournal.class.getName());

    private final JournalLock lock;
    private final Snapshots snapshots;
    private final History history;
    private final Optional<String> damage;
    private final @Nullable Appending appending;
    private final Head damagedHead;

    private ChronicleJournal(
            JournalLock lock,
            Snapshots snapshots,
            History history,
            @Nullable Appending appending,
            Head damagedHead,
            Optional<String> damage) {
        this.lock = lock;
        this.snapshots = snapshots;
        this.history = history;
        this.appending = appending;
        this.damagedHead = damagedHead;
        this.damage = damage;
    }

    /// Opens the journal in a folder, which is made when it does not exist.
    ///
    /// @throws JournalBusyException when another process has it
    /// @throws UncheckedIOException when the folder cannot be read or made
    public static ChronicleJournal open(Path folder, Clock clock) {
        return open(folder, clock, Disk.REAL, Upcasters.NONE);
    }

    static ChronicleJournal open(Path folder, Clock clock, Disk disk, Upcasters upcasters) {
        try {
            OwnerOnly.closed(folder);
            var lock = JournalLock.acquire(folder.resolve("lock"));
            try {
                Layout.in(folder).close();
                return opened(Layout.in(folder), lock, clock, disk, new EventReader(upcasters));
            } catch (IOException | RuntimeException failed) {
                lock.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the journal in " + folder + " cannot be opened", failed);
        }
    }

    private static ChronicleJournal opened(Layout layout, JournalLock lock, Clock clock, Disk disk, EventReader reader)
            throws IOException {
        Rewriting.settle(layout);
        var findings = Inspection.of(layout, reader);
        if (!findings.isSound()) {
            return damaged(layout, lock, reader, Verdict.on(layout, findings, reader));
        }
        var appending = Appending.open(layout, findings, disk, clock, reader);
        var history = new History(appending.records(), appending.snapshots(), reader);
        return new ChronicleJournal(lock, appending.snapshots(), history, appending, Head.NONE, Optional.empty());
    }

    private static ChronicleJournal damaged(Layout layout, JournalLock lock, EventReader reader, Verdict verdict)
            throws IOException {
        var sentence =
                verdict.sentence() + "; metadata is read-only until you run: " + OwnCommand.line("journal repair");
        LOG.log(Level.ERROR, sentence);
        var snapshots = Snapshots.forReading(layout.root().resolve("none"));
        return new ChronicleJournal(
                lock,
                snapshots,
                new History(verdict.records(), snapshots, reader),
                null,
                verdict.head(),
                Optional.of(sentence));
    }

    @Override
    public Head head() {
        return appending == null ? damagedHead : appending.head();
    }

    @Override
    public Optional<String> damage() {
        return damage;
    }

    @Override
    public void append(List<Entry> entries, Organisation after) {
        if (appending == null) {
            throw new JournalUnavailableException(damage.orElseThrow());
        }
        appending.append(entries, after);
    }

    @Override
    public void read(long after, Predicate<Link> each) {
        history.read(after, head().seq(), each);
    }

    @Override
    public Organisation asOf(long seq) {
        return history.asOf(Math.min(seq, head().seq()));
    }

    @Override
    public long seqAt(Instant time) {
        return history.seqAt(time, head().seq());
    }

    @Override
    public void close() {
        try (lock) {
            snapshots.close();
            if (appending != null) {
                appending.close();
            }
        } catch (IOException failed) {
            LOG.log(Level.WARNING, "the journal could not be closed in order; the next start reads it in full", failed);
        }
    }
}
