package dev.svc.server.journal;

import dev.svc.server.journal.check.Waypoint;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Records;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Hash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/// Entries in order, read and decoded on a thread of its own ahead of the thread that folds them: both take about as
/// long. Confined to the thread that made it.
final class ReadAhead implements AutoCloseable {
    private static final int BATCH = 256;
    private static final int BATCHES = 8;

    /// @param hash of the first entry and of those at a waypoint's distance, which a snapshot may be kept of; else null
    record Decoded(Entry entry, @Nullable Hash hash) {}

    private sealed interface Part {}

    private record Batch(List<Decoded> entries) implements Part {}

    /// @param failure null when everything was read
    private record End(@Nullable Throwable failure) implements Part {}

    private final BlockingQueue<Part> parts = new ArrayBlockingQueue<>(BATCHES);
    private final Records records;
    private final EventReader reader;
    private final Thread thread;
    private List<Decoded> batch = List.of();
    private int next;

    /// Starts reading the entries after `after`, up to `until`.
    ReadAhead(Records records, EventReader reader, long after, long until) {
        this.records = records;
        this.reader = reader;
        this.thread = Thread.ofPlatform().daemon().name("journal-read-ahead").start(() -> read(after, until));
    }

    /// The next entry; null after the last one.
    @Nullable
    Decoded next() {
        while (next == batch.size()) {
            switch (take()) {
                case Batch more -> {
                    batch = more.entries();
                    next = 0;
                }
                case End(var failure)
                when failure == null -> {
                    parts.add(new End(null)); // for the next call
                    return null;
                }
                case End(IOException failed) ->
                    throw new JournalUnavailableException("the journal cannot be read: " + failed.getMessage(), failed);
                case End(RuntimeException failed) -> throw failed;
                case End(var failed) -> throw new IllegalStateException("the journal could not be read", failed);
            }
        }
        return batch.get(next++);
    }

    private Part take() {
        try {
            return parts.take();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException("the journal was not read to its end: it was stopped", stopped);
        }
    }

    private void read(long after, long until) {
        try {
            put(new End(decode(after, until)));
        } catch (InterruptedException _) {
            // nobody waits for more
        }
    }

    /// Returns what went wrong, or null.
    private @Nullable Throwable decode(long after, long until) throws InterruptedException {
        var sha256 = EntryRecord.sha256();
        var now = new ArrayList<Decoded>(BATCH);
        try {
            records.visit(after, until, (bytes, from, length, _) -> {
                var entry = EntryRecord.entry(bytes, from, length, reader);
                boolean hashed = entry.seq() == after + 1 || entry.seq() % Waypoint.EVERY == 0;
                now.add(new Decoded(entry, hashed ? Hash.of(EntryRecord.hash(sha256, bytes, from, length)) : null));
                return now.size() < BATCH || handOver(now);
            });
        } catch (IOException | RuntimeException | Error failed) {
            return failed;
        }
        put(new Batch(List.copyOf(now)));
        return null;
    }

    /// False when nobody wants more.
    private boolean handOver(List<Decoded> full) {
        try {
            put(new Batch(List.copyOf(full)));
            full.clear();
            return true;
        } catch (InterruptedException unwanted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void put(Part part) throws InterruptedException {
        parts.put(part);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
