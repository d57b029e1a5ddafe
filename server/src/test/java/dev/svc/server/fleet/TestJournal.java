package dev.svc.server.fleet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.copy.CopyMark;
import dev.svc.server.fleet.copy.OwnJournal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A journal of lines, each with the hash of its own.
final class TestJournal implements OwnJournal {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<OwnEntry> entries = new ArrayList<>();

    private volatile long looked;

    /// The entry after which it was read last.
    long looked() {
        return looked;
    }

    /// Adds an entry.
    void add(String line) {
        note(line);
    }

    /// Adds an entry that is not copied.
    void addPrivate() {
        note(null);
    }

    private void note(@Nullable String line) {
        lock.lock();
        try {
            var hash = (UUID.randomUUID() + "" + UUID.randomUUID()).replace("-", "");
            entries.add(new OwnEntry(
                    new CopyMark(entries.size() + 1L, hash), UUID.randomUUID().toString(), line));
        } finally {
            lock.unlock();
        }
    }

    /// As it was when it had fewer entries.
    TestJournal backup(int size) {
        var backup = new TestJournal();
        lock.lock();
        backup.lock.lock();
        try {
            backup.entries.addAll(entries.subList(0, size));
        } finally {
            backup.lock.unlock();
            lock.unlock();
        }
        return backup;
    }

    /// Adds what it lacks of these lines, as an import does.
    void bring(List<String> lines) {
        Set<String> known = new HashSet<>(lines());
        lines.stream().filter(known::add).forEach(this::add);
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        for (var entry : all()) {
            var line = entry.line();
            if (line != null) {
                lines.add(line);
            }
        }
        return lines;
    }

    private List<OwnEntry> all() {
        lock.lock();
        try {
            return List.copyOf(entries);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public CopyMark head() {
        var all = all();
        return all.isEmpty() ? CopyMark.NONE : all.getLast().mark();
    }

    @Override
    public Optional<String> hash(long entry) {
        return all().stream()
                .map(OwnEntry::mark)
                .filter(mark -> mark.entry() == entry)
                .map(CopyMark::hash)
                .findFirst();
    }

    @Override
    public void read(long after, Predicate<OwnEntry> each) {
        looked = after;
        for (var entry : all()) {
            if (entry.mark().entry() > after && !each.test(entry)) {
                return;
            }
        }
    }
}
