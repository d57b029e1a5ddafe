package dev.svc.server.journal;

import dev.svc.server.journal.ReadAhead.Decoded;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.journal.record.Records;
import dev.svc.server.journal.snapshot.Snapshots;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What was, read from records and snapshots. Free for any number of readers.
final class History {
    private final Records records;
    private final Snapshots snapshots;
    private final EventReader reader;

    History(Records records, Snapshots snapshots, EventReader reader) {
        this.records = records;
        this.snapshots = snapshots;
        this.reader = reader;
    }

    /// Shows the entries after `after`, up to `until`, with their hashes, until `each` returns false.
    void read(long after, long until, Predicate<Link> each) {
        var sha256 = EntryRecord.sha256();
        visit(after, until, (bytes, from, length, _) -> {
            var entry = EntryRecord.entry(bytes, from, length, reader);
            var hash = Hash.of(EntryRecord.hash(sha256, bytes, from, length));
            return each.test(new Link(entry, EntryRecord.prev(bytes, from), hash));
        });
    }

    /// The organisation as of an entry, from the nearest snapshot that belongs to this history.
    Organisation asOf(long seq) {
        for (long at = snapshots.floor(seq); at > 0; at = snapshots.floor(seq)) {
            try (var entries = new ReadAhead(records, reader, at - 1, seq)) {
                var snapshot = snapshots.find(at);
                if (snapshot.isPresent() && isAtItsEntry(snapshot.get().head(), entries.next())) {
                    return fold(snapshot.get().organisation(), entries);
                }
                snapshots.drop(at);
            }
        }
        try (var entries = new ReadAhead(records, reader, 0, seq)) {
            return fold(Organisation.EMPTY, entries);
        }
    }

    /// The snapshot's last entry must be that of this history.
    private static boolean isAtItsEntry(Head head, @Nullable Decoded last) {
        return last != null && last.entry().seq() == head.seq() && Objects.equals(last.hash(), head.hash());
    }

    private Organisation fold(Organisation from, ReadAhead entries) {
        var fold = from.unfolding();
        for (var next = entries.next(); next != null; next = entries.next()) {
            fold = fold.apply(next.entry());
            if (next.hash() != null && snapshots.wants(fold)) {
                snapshots.offer(fold.settled(), next.hash());
                fold = fold.unfolding();
            }
        }
        return fold.settled();
    }

    /// The number of the last entry made at or before a time, `until` at most.
    long seqAt(Instant time, long until) {
        long millis = time.toEpochMilli();
        var found = new long[] {0};
        visit(records.shortlyBefore(millis), until, (bytes, from, _, _) -> {
            if (EntryRecord.millis(bytes, from) > millis) {
                return false;
            }
            found[0] = EntryRecord.seq(bytes, from);
            return true;
        });
        return found[0];
    }

    private void visit(long after, long until, QueueFile.Visitor visitor) {
        try {
            records.visit(after, until, visitor);
        } catch (IOException failed) {
            throw new JournalUnavailableException("the journal cannot be read: " + failed.getMessage(), failed);
        }
    }
}
