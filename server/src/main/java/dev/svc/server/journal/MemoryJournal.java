package dev.svc.server.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Keeps its entries in memory, with the same chain as the durable journal.
public final class MemoryJournal implements Journal {
    @GuardedBy("this")
    private final List<Link> links = new ArrayList<>();

    @Override
    public synchronized Head head() {
        return links.isEmpty()
                ? Head.NONE
                : new Head(links.getLast().entry().seq(), links.getLast().hash());
    }

    @Override
    public synchronized void append(List<Entry> entries, Organisation after) {
        for (var entry : entries) {
            links.add(EntryRecord.of(entry, head().hash()).link());
        }
    }

    @Override
    public void read(long after, Predicate<Link> each) {
        for (var link : linksAfter(after)) {
            if (!each.test(link)) {
                return;
            }
        }
    }

    private synchronized List<Link> linksAfter(long after) {
        return links.stream().filter(link -> link.entry().seq() > after).toList();
    }

    @Override
    public synchronized Organisation asOf(long seq) {
        var organisation = Organisation.EMPTY;
        for (var link : links) {
            if (link.entry().seq() > seq) {
                break;
            }
            organisation = organisation.apply(link.entry());
        }
        return organisation;
    }

    @Override
    public synchronized long seqAt(Instant time) {
        long seq = 0;
        for (var link : links) {
            if (link.entry().at().isAfter(time)) {
                break;
            }
            seq = link.entry().seq();
        }
        return seq;
    }

    @Override
    public void close() {}
}
