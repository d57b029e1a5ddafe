package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.fold.Organisation;
import java.io.Closeable;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// The durable, ordered store of entries. One thread appends; any thread may read.
public interface Journal extends Closeable {

    /// The last acknowledged entry, and the hash that stands for it and everything before it.
    Head head();

    /// Keeps the entries durably before it returns; when it throws, none of them is kept.
    ///
    /// @param after the organisation with these entries in it, for a snapshot when one is due
    /// @throws JournalUnavailableException when they cannot be kept
    void append(List<Entry> entries, Organisation after);

    /// Shows the entries after `after` in order until `each` returns false.
    void read(long after, Predicate<Link> each);

    /// Shows the entries before `before` from the newest to the oldest until `each` returns false.
    default void readBackwards(long before, Predicate<Link> each) {
        int stretch = 256;
        for (long end = Math.min(before - 1, head().seq()); end > 0; stretch *= 2) {
            long last = end;
            var links = new java.util.ArrayList<Link>();
            end = Math.max(0, end - stretch);
            read(end, link -> link.entry().seq() <= last && links.add(link));
            for (var link : links.reversed()) {
                if (!each.test(link)) {
                    return;
                }
            }
        }
    }

    /// The organisation as of an entry; `seq` beyond the head means the head.
    Organisation asOf(long seq);

    /// The number of the last entry made at or before a time; 0 when there is none.
    long seqAt(Instant time);

    /// Empty while the journal is sound; else the sentence that says what is damaged and what to do.
    default java.util.Optional<String> damage() {
        return java.util.Optional.empty();
    }

    @Override
    void close();

    /// The place of an entry in the chain.
    record Head(long seq, Hash hash) {
        public static final Head NONE = new Head(0, Hash.NONE);
    }

    /// An entry with its own hash and that of the previous one.
    record Link(Entry entry, Hash prev, Hash hash) {}
}
