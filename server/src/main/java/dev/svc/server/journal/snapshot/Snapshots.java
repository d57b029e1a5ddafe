package dev.svc.server.journal.snapshot;

import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Organisations saved from time to time, so that neither opening nor a look into the past has to replay everything.
public final class Snapshots implements Closeable {
    private static final System.Logger LOG = System.getLogger(Snapshots.class.getName());

    /// Replaying this many entries takes a small part of a tenth of a second.
    public static final int EVERY = 10_000;

    private final Path folder;
    private final boolean keeps;
    private final ConcurrentSkipListSet<Long> seqs = new ConcurrentSkipListSet<>();
    private final ExecutorService writing = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("journal-snapshots").factory());
    private final ConcurrentSkipListSet<Long> asked = new ConcurrentSkipListSet<>();

    private Snapshots(Path folder, boolean keeps) throws IOException {
        this.folder = folder;
        this.keeps = keeps;
        if (Files.isDirectory(folder)) {
            try (var files = Files.list(folder)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.matches("[0-9]{1,18}"))
                        .forEach(name -> seqs.add(Long.parseLong(name)));
            }
        }
        asked.addAll(seqs);
    }

    public static Snapshots keeping(Path folder) throws IOException {
        return new Snapshots(folder, true);
    }

    /// Uses those that are there and leaves the folder as it is.
    public static Snapshots forReading(Path folder) throws IOException {
        return new Snapshots(folder, false);
    }

    /// The entry of the newest that is not past an entry; 0 when there is none.
    public long floor(long seq) {
        var at = seqs.floor(seq);
        return at == null ? 0 : at;
    }

    /// The one of an entry; empty when it cannot be read.
    public Optional<SnapshotFile> find(long seq) {
        try {
            return Optional.of(SnapshotFile.read(file(seq)));
        } catch (IOException | RuntimeException broken) {
            LOG.log(Level.WARNING, "the snapshot of entry " + seq + " cannot be used and is left out", broken);
            return Optional.empty();
        }
    }

    /// Whether the previous one is far enough away. A large organisation is saved less often, as each copy is large.
    public synchronized boolean wants(Organisation organisation) {
        var ahead = asked.floor(organisation.seq());
        long distance = organisation.seq() - (ahead == null ? 0 : ahead);
        return keeps && distance >= Math.max(EVERY, organisation.size() / 8);
    }

    /// Keeps this one if it is wanted.
    public synchronized void offer(Organisation organisation, Hash hash) {
        if (wants(organisation)) {
            asked.add(organisation.seq());
            var snapshot = new SnapshotFile(organisation, hash);
            writing.execute(() -> keep(snapshot));
        }
    }

    /// Removes one that is broken or of another history.
    public void drop(long seq) {
        seqs.remove(seq);
        asked.remove(seq);
    }

    private void keep(SnapshotFile snapshot) {
        try {
            OwnerOnly.closed(folder);
            snapshot.write(file(snapshot.organisation().seq()));
            seqs.add(snapshot.organisation().seq());
        } catch (IOException full) {
            LOG.log(Level.WARNING, "a snapshot could not be kept; the past takes longer to show", full);
        }
    }

    private Path file(long seq) {
        return folder.resolve(Long.toString(seq));
    }

    @Override
    public void close() {
        writing.close();
    }
}
