package dev.svc.server.vault;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// What is known of all copies, so that none has to be opened to tell whether it is up to date. The copies are the
/// truth: what is missing here is read from them again. Safe for any thread.
final class HeldSessions {
    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, HeldSession> held = new HashMap<>();

    @GuardedBy("lock")
    private boolean changed;

    HeldSessions(Path file) {
        this.file = file;
    }

    /// Reads what was saved, as far as it can be read.
    void load() {
        List<String> lines;
        try {
            lines = Files.isRegularFile(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
        } catch (IOException unreadable) {
            lines = List.of();
        }
        lock.lock();
        try {
            for (var line : lines) {
                HeldSession.parse(line).ifPresent(it -> held.put(it.id(), it));
            }
        } finally {
            lock.unlock();
        }
    }

    Optional<HeldSession> find(SessionId id) {
        lock.lock();
        try {
            return Optional.ofNullable(held.get(id));
        } finally {
            lock.unlock();
        }
    }

    Collection<HeldSession> all() {
        lock.lock();
        try {
            return List.copyOf(held.values());
        } finally {
            lock.unlock();
        }
    }

    void put(HeldSession session) {
        lock.lock();
        try {
            changed |= !session.equals(held.put(session.id(), session));
        } finally {
            lock.unlock();
        }
    }

    void remove(SessionId id) {
        lock.lock();
        try {
            changed |= held.remove(id) != null;
        } finally {
            lock.unlock();
        }
    }

    /// Writes it down, if anything changed.
    void save() throws IOException {
        var text = new StringBuilder();
        lock.lock();
        try {
            if (!changed) {
                return;
            }
            held.values().forEach(it -> text.append(it.line()).append('\n'));
            changed = false;
        } finally {
            lock.unlock();
        }
        try {
            AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException unsaved) {
            lock.lock();
            try {
                changed = true;
            } finally {
                lock.unlock();
            }
            throw unsaved;
        }
    }
}
