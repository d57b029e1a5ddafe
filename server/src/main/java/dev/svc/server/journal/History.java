package dev.svc.server.journal;

import dev.svc.server.metadata.Hash;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.Organisation;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Predicate;

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

    /// Shows the entries behind `after`, as far as `until`, with their hashes, until `each` says false.
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
        for (var snapshot = snapshots.before(seq); snapshot.isPresent(); snapshot = snapshots.before(seq)) {
            if (isAtItsEntry(snapshot.get().head())) {
                return fold(snapshot.get().organisation(), seq);
            }
            snapshots.drop(snapshot.get().head().seq());
        }
        return fold(Organisation.EMPTY, seq);
    }

    private Organisation fold(Organisation from, long seq) {
        var sha256 = EntryRecord.sha256();
        var fold = new Organisation[] {from.unfolding()};
        visit(from.seq(), seq, (bytes, at, length, _) -> {
            fold[0] = fold[0].apply(EntryRecord.entry(bytes, at, length, reader));
            if (fold[0].seq() % Waypoint.EVERY == 0 && snapshots.wants(fold[0])) {
                snapshots.offer(fold[0].settled(), () -> Hash.of(EntryRecord.hash(sha256, bytes, at, length)));
                fold[0] = fold[0].unfolding();
            }
            return true;
        });
        return fold[0].settled();
    }

    /// The snapshot's last entry must be that of this history.
    private boolean isAtItsEntry(Head head) {
        var hash = new Hash[1];
        read(head.seq() - 1, head.seq(), link -> {
            hash[0] = link.hash();
            return false;
        });
        return head.hash().equals(hash[0]);
    }

    /// The number of the last entry made at or before a time, as far as `until`.
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
