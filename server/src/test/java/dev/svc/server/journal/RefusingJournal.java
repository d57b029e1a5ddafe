package dev.svc.server.journal;

import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// A journal that refuses the next few entries, like one on a full disk.
public final class RefusingJournal implements Journal {
    public final AtomicInteger refusals = new AtomicInteger();
    private final MemoryJournal journal = new MemoryJournal();

    @Override
    public void append(List<Entry> entries, Organisation after) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new JournalUnavailableException("The disk is full.");
        }
        journal.append(entries, after);
    }

    @Override
    public Head head() {
        return journal.head();
    }

    @Override
    public void read(long after, Predicate<Link> each) {
        journal.read(after, each);
    }

    @Override
    public Organisation asOf(long seq) {
        return journal.asOf(seq);
    }

    @Override
    public long seqAt(Instant time) {
        return journal.seqAt(time);
    }

    @Override
    public void close() {
        journal.close();
    }
}
