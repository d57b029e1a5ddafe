package dev.svc.server.vault;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.KeptFile;
import dev.svc.server.vault.copy.SessionCopy;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Copies that were read lately, as small stores of their programs, so that each program's own reader reads them.
/// Safe for any thread; one copy is unpacked at a time.
public final class UnpackedCopies implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(UnpackedCopies.class.getName());
    private static final int MOST = 8;
    private static final int MOST_OTHERS = 200;

    private final Vault vault;
    private final Path root;
    private final Function<EngineKey, EngineProvider> programs;
    private final Function<SessionId, List<SessionId>> children;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final LinkedHashMap<SessionId, Unpacked> unpacked = new LinkedHashMap<>(MOST, 0.75f, true);

    /// A copy on the disk.
    ///
    /// @param stamp of the state that was unpacked
    private record Unpacked(Path folder, long stamp, EngineProvider program) {}

    /// What is done with the store of an unpacked copy.
    @FunctionalInterface
    interface Reading<T> {
        T read(EngineProvider program) throws IOException;
    }

    /// Makes the folder, which is removed when it is closed.
    ///
    /// @param root a folder of this process alone
    /// @param children the deleted sub-agents' sessions of a session: its conversation has theirs in it
    public UnpackedCopies(
            Vault vault,
            Path root,
            Function<EngineKey, EngineProvider> programs,
            Function<SessionId, List<SessionId>> children) {
        this.vault = vault;
        this.root = root;
        this.programs = programs;
        this.children = children;
    }

    /// Reads in a copy, unpacking it first if that was not done lately.
    ///
    /// @throws NoSuchFileException when there is no copy, or none that can be read
    <T> T with(SessionId id, Reading<T> reading) throws IOException {
        lock.lock();
        try {
            return reading.read(unpacked(id));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private EngineProvider unpacked(SessionId id) throws IOException {
        try (var copy = vault.read(id)) {
            var known = unpacked.get(id);
            if (known != null && known.stamp() == copy.state().stamp()) {
                return known.program();
            }
            remove(id);
            while (unpacked.size() >= MOST) {
                remove(unpacked.firstEntry().getKey());
            }
            var folder = Files.createTempDirectory(OwnerOnly.folder(root), "");
            var program = programs.apply(id.engine())
                    .at(folder)
                    .orElseThrow(() -> new NoSuchFileException(id.toString(), null, "no reader for this copy"));
            try {
                unpack(copy, program, folder);
                unpackOthers(id, program, folder);
            } catch (IOException | RuntimeException half) {
                WholeFolder.remove(folder);
                throw half;
            }
            unpacked.put(id, new Unpacked(folder, copy.state().stamp(), program));
            return program;
        }
    }

    /// Removes all that was unpacked: of a copy that was forgotten nothing may stay, and others may hold it too.
    void clear() throws IOException {
        lock.lock();
        try {
            for (var each : unpacked.values()) {
                WholeFolder.remove(each.folder());
            }
            unpacked.clear();
        } finally {
            lock.unlock();
        }
    }

    /// The sessions that this one was begun with, and those that it began.
    private void unpackOthers(SessionId id, EngineProvider program, Path folder) throws IOException {
        var originals = program.originals().orElseThrow();
        var others = new ArrayDeque<>(children.apply(id));
        originals.continued(id.nativeId()).forEach(it -> others.add(new SessionId(id.engine(), it)));
        for (int left = MOST_OTHERS; left > 0 && !others.isEmpty(); left--) {
            var other = others.remove();
            try (var copy = vault.read(other)) {
                unpack(copy, program, folder);
                originals.continued(other.nativeId()).forEach(it -> others.add(new SessionId(id.engine(), it)));
            } catch (NoSuchFileException none) {
                LOG.log(Level.FINE, none, () -> "there is no copy of " + other);
            }
        }
    }

    private static void unpack(SessionCopy copy, EngineProvider program, Path folder) throws IOException {
        var originals = program.originals().orElseThrow();
        for (var file : copy.state().files().values()) {
            var place = originals.place(file.name());
            if (place.isPresent()) {
                salvage(copy, file, place.get());
            } else {
                var rows = folder.resolve("rows");
                salvage(copy, file, rows);
                originals.unpack(rows);
                Files.delete(rows);
            }
        }
    }

    private static void salvage(SessionCopy copy, KeptFile file, Path place) throws IOException {
        OwnerOnly.folder(place.resolveSibling(""));
        try (var out = Files.newOutputStream(place)) {
            copy.salvage(file, out);
        }
    }

    @GuardedBy("lock")
    private void remove(SessionId id) throws IOException {
        var known = unpacked.remove(id);
        if (known != null) {
            WholeFolder.remove(known.folder());
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            unpacked.clear();
            WholeFolder.remove(root);
        } finally {
            lock.unlock();
        }
    }
}
