package dev.svc.server.backup;

import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.JournalImport;
import dev.svc.server.journal.StoredJournal;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Makes of a backup a home's parts, aside; only when all of it is there and the chain of its journal is followed to
/// the
/// very end, it is put in place.
public final class Restoration {
    static final String JOURNAL = "journal";
    static final String UPLOADS = "uploads";
    private static final String UNFINISHED = "restoring-";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final Place place;
    private final Clock clock;

    public Restoration(Place place, Clock clock) {
        this.place = place;
        this.clock = clock;
    }

    /// Whether the home holds something that a restoration would replace.
    public boolean wouldReplace() throws IOException {
        return !isEmpty(place.journal().resolve("current")) || Files.exists(place.sidecar(), LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return true;
        }
        try (var entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /// Lays a backup ready.
    ///
    /// @throws BackupException when the file is none, or damaged; nothing has changed then
    public Restored prepare(Path file) throws IOException {
        requireOneDisk();
        clear();
        String stamp = STAMP.format(clock.instant());
        Path folder = OwnerOnly.folder(place.data().resolve(UNFINISHED + stamp));
        try {
            lay(file, folder);
            AtomicFile.forceFolder(folder);
            Path ready = place.data().resolve(Restored.PREFIX + stamp);
            Files.move(folder, ready, StandardCopyOption.ATOMIC_MOVE);
            AtomicFile.forceFolder(place.data());
            return new Restored(place, ready);
        } finally {
            Folders.remove(folder);
        }
    }

    /// What a crash left half laid.
    private void clear() throws IOException {
        OwnerOnly.folder(place.data());
        List<Path> left;
        try (var entries = Files.list(place.data())) {
            left = entries.filter(it -> String.valueOf(it.getFileName()).startsWith(UNFINISHED))
                    .toList();
        }
        for (Path folder : left) {
            Folders.remove(folder);
        }
    }

    /// Only within one file system a rename is all or nothing.
    private void requireOneDisk() throws IOException {
        var disk = Files.getFileStore(existing(place.data()));
        for (Path target : List.of(place.journal(), place.sidecar(), place.prefs(), place.twoFactor())) {
            if (!Files.getFileStore(existing(target)).equals(disk)) {
                throw new BackupException(
                        "%s lies on another disk than %s, and svc restores by renaming: restore without that variable, then move it."
                                .formatted(target, place.data()));
            }
        }
    }

    private static Path existing(Path path) {
        Path there = path.toAbsolutePath().normalize();
        for (Path above = there.getParent(); !Files.exists(there) && above != null; above = there.getParent()) {
            there = above;
        }
        return there;
    }

    private void lay(Path file, Path folder) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            Contents contents = Contents.read(bytes(zip, Contents.CONTENTS));
            layJournal(zip, contents, folder.resolve(JOURNAL));
            for (String name : List.of(Contents.SIDECAR, Contents.PREFS, Contents.ENV, Contents.TWO_FACTOR)) {
                if (zip.getEntry(name) != null) {
                    AtomicFile.write(folder.resolve(name), bytes(zip, name));
                }
            }
            if (contents.uploads()) {
                layUploads(zip, OwnerOnly.folder(folder.resolve(UPLOADS)));
            }
        } catch (NoSuchFileException missing) {
            throw new BackupException("there is no file %s.".formatted(file));
        } catch (ZipException broken) {
            throw new BackupException("%s is no backup of svc, or was cut off or damaged (%s): take another one."
                    .formatted(file, broken.getMessage()));
        }
    }

    private static byte[] bytes(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new BackupException("%s is no backup of svc: it holds no %s.".formatted(zip.getName(), name));
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private void layJournal(ZipFile zip, Contents contents, Path folder) throws IOException {
        ZipEntry entry = zip.getEntry(Contents.JOURNAL);
        if (entry == null) {
            throw new BackupException("%s is no backup of svc: it holds no journal.".formatted(zip.getName()));
        }
        try (var lines = new BufferedReader(new InputStreamReader(zip.getInputStream(entry), StandardCharsets.UTF_8));
                var journal = ChronicleJournal.open(folder, clock)) {
            var _ = JournalImport.run(journal, lines, false, read -> {});
        }
        try (var journal = StoredJournal.verify(folder)) {
            boolean isWhole = journal.damage().isEmpty()
                    && journal.head().seq() == contents.seq()
                    && journal.head().hash().toString().equals(contents.hash());
            if (!isWhole) {
                throw new BackupException(
                        "the journal in %s is not the one that was backed up (it ends at entry %d of %d, or its chain of hashes is another): take another backup."
                                .formatted(zip.getName(), journal.head().seq(), contents.seq()));
            }
        }
    }

    private static void layUploads(ZipFile zip, Path folder) throws IOException {
        for (ZipEntry entry : Collections.list(zip.entries())) {
            if (!entry.getName().startsWith(Contents.UPLOADS) || entry.isDirectory()) {
                continue;
            }
            Path file = folder.resolve(entry.getName().substring(Contents.UPLOADS.length()))
                    .normalize();
            if (!file.startsWith(folder)) {
                throw new BackupException(
                        "%s holds a file that would lie outside of the home (%s): nothing was restored."
                                .formatted(zip.getName(), entry.getName()));
            }
            OwnerOnly.folder(file.resolveSibling(""));
            try (InputStream in = zip.getInputStream(entry)) {
                AtomicFile.write(file, in.readAllBytes());
            }
        }
    }
}
