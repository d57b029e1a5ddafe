package dev.svc.server.vault;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Sessions whose copies were forgotten, and which are not copied again. Safe for any thread.
final class ForgottenSessions {
    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Set<SessionId> forgotten = new TreeSet<>();

    /// As the file was when it was read: commands beside the service change it too.
    @GuardedBy("lock")
    private @Nullable FileTime read;

    ForgottenSessions(Path file) {
        this.file = file;
    }

    @GuardedBy("lock")
    private void refresh() {
        FileTime now = null;
        try {
            now = Files.getLastModifiedTime(file);
        } catch (IOException none) {
            forgotten = new TreeSet<>();
        }
        if (now != null && !now.equals(read)) {
            forgotten = read(file);
        }
        read = now;
    }

    private static Set<SessionId> read(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                            .flatMap(line -> SessionId.find(line).stream())
                            .collect(Collectors.toCollection(TreeSet::new))
                    : new TreeSet<>();
        } catch (IOException unreadable) {
            return new TreeSet<>();
        }
    }

    boolean has(SessionId id) {
        lock.lock();
        try {
            refresh();
            return forgotten.contains(id);
        } finally {
            lock.unlock();
        }
    }

    void add(SessionId id) throws IOException {
        lock.lock();
        try {
            refresh();
            if (forgotten.add(id)) {
                save();
            }
        } finally {
            lock.unlock();
        }
    }

    void remove(SessionId id) throws IOException {
        lock.lock();
        try {
            refresh();
            if (forgotten.remove(id)) {
                save();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void save() throws IOException {
        var text = forgotten.stream().map(id -> id + "\n").collect(Collectors.joining());
        AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
