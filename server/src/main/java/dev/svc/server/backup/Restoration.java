package dev.svc.server.backup;

import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.JournalImport;
import dev.svc.server.journal.StoredJournal;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.EnvFile;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import dev.svc.shared.text.Shown;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/// Unpacks a backup into the parts of a home, aside. They are moved into place only once everything is there and the
/// hash chain of the journal is verified to the end.
public final class Restoration {
    static final String JOURNAL = "journal";
    static final String UPLOADS = "uploads";
    private static final String UNFINISHED = "restoring-";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final HomeLayout layout;
    private final Clock clock;
    private final Bounds bounds;

    public Restoration(HomeLayout layout, Bounds bounds, Clock clock) {
        this.layout = layout;
        this.bounds = bounds;
        this.clock = clock;
    }

    /// Whether the home holds something that a restoration would replace.
    public boolean wouldReplace() throws IOException {
        return !isEmpty(layout.journal().resolve("current"))
                || Files.exists(layout.sidecar(), LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return true;
        }
        try (var entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    /// Stages a backup.
    ///
    /// @param secrets whether password, signing key and two-factor are taken, where the backup has them
    /// @throws BackupException when the file is not a backup, or damaged; nothing has changed then
    public Restored prepare(Path file, boolean secrets) throws IOException {
        requireOneDisk();
        clear();
        String stamp = STAMP.format(clock.instant());
        Path folder = OwnerOnly.folder(layout.data().resolve(UNFINISHED + stamp));
        try {
            Brought brought = lay(file, secrets, folder);
            AtomicFile.forceFolder(folder);
            Path ready = layout.data().resolve(Restored.PREFIX + stamp);
            Files.move(folder, ready, StandardCopyOption.ATOMIC_MOVE);
            AtomicFile.forceFolder(layout.data());
            return new Restored(layout, ready, brought);
        } finally {
            WholeFolder.remove(folder);
        }
    }

    /// Removes what a crash left half staged.
    private void clear() throws IOException {
        OwnerOnly.folder(layout.data());
        List<Path> left;
        try (var entries = Files.list(layout.data())) {
            left = entries.filter(it -> String.valueOf(it.getFileName()).startsWith(UNFINISHED))
                    .toList();
        }
        for (Path folder : left) {
            WholeFolder.remove(folder);
        }
    }

    /// A rename is atomic only within one file system.
    private void requireOneDisk() throws IOException {
        var disk = Files.getFileStore(existing(layout.data()));
        for (Path target : List.of(layout.journal(), layout.sidecar(), layout.prefs(), layout.twoFactor())) {
            if (!Files.getFileStore(existing(target)).equals(disk)) {
                throw new BackupException(
                        "%s lies on another disk than %s, and svc restores by renaming: restore without that variable, then move it."
                                .formatted(target, layout.data()));
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

    private Brought lay(Path file, boolean secrets, Path folder) throws IOException {
        try (var archive = Archive.open(file, bounds)) {
            Contents contents = Contents.read(archive.bytes(Contents.CONTENTS));
            if (secrets && !contents.secrets()) {
                throw new BackupException(
                        "%s was made without secrets: restore it without --with-secrets.".formatted(file));
            }
            List<String> steering = layJournal(file, archive, contents, folder.resolve(JOURNAL));
            for (String name : List.of(Contents.SIDECAR, Contents.PREFS)) {
                if (archive.holds(name)) {
                    archive.copy(name, folder.resolve(name));
                }
            }
            if (contents.uploads()) {
                layUploads(file, archive, OwnerOnly.folder(folder.resolve(UPLOADS)));
            }
            if (secrets && archive.holds(Contents.TWO_FACTOR)) {
                AtomicFile.write(folder.resolve(Contents.TWO_FACTOR), archive.bytes(Contents.TWO_FACTOR));
            }
            return laySettings(file, archive, contents, secrets, folder).and(steering);
        } catch (NoSuchFileException missing) {
            throw new BackupException("there is no file %s.".formatted(file));
        } catch (ZipException | EOFException broken) {
            throw new BackupException("%s is no backup of svc, or was cut off or damaged (%s): take another one."
                    .formatted(file, broken.getMessage()));
        }
    }

    /// What is staged is what will be taken: nobody reads the backup's own lines again.
    private Brought laySettings(Path file, Archive archive, Contents contents, boolean secrets, Path folder)
            throws IOException {
        if (!archive.holds(Contents.ENV)) {
            return Brought.NOTHING;
        }
        Path env = folder.resolve(Contents.ENV);
        AtomicFile.write(env, archive.bytes(Contents.ENV));
        EnvSettings.Sorted sorted;
        try {
            sorted = EnvSettings.sorted(new EnvFile(env).read(), secrets);
            AtomicFile.write(env, EnvSettings.text(sorted.settings()));
        } catch (ConfigException | IllegalArgumentException wrong) {
            throw new BackupException(
                    "the settings in %s are no lines of an env file: take another backup.".formatted(file));
        }
        boolean isLeft = !sorted.secret().isEmpty() || (!secrets && archive.holds(Contents.TWO_FACTOR));
        return Brought.of(sorted, layout.env().read(), isLeft ? Optional.of(leftSecrets(contents)) : Optional.empty());
    }

    private static String leftSecrets(Contents contents) {
        return contents.secrets()
                ? "Password, signing key and two-factor of the backup were not taken; restore it with --with-secrets to have them."
                : "Secrets in the backup were not taken, because it says that it has none.";
    }

    /// @return what its settings and preferences are
    private List<String> layJournal(Path file, Archive archive, Contents contents, Path folder) throws IOException {
        List<String> settings;
        try (var lines = new InputStreamReader(archive.stream(Contents.JOURNAL), StandardCharsets.UTF_8);
                var journal = ChronicleJournal.open(folder, clock)) {
            settings = JournalImport.run(journal, lines, JournalImport.Wanted.ALL, read -> {})
                    .settings();
        }
        try (var journal = StoredJournal.verify(folder)) {
            boolean isWhole = journal.damage().isEmpty()
                    && journal.head().seq() == contents.seq()
                    && journal.head().hash().toString().equals(contents.hash());
            if (!isWhole) {
                throw new BackupException(
                        "the journal in %s is not the one that was backed up (it ends at entry %d of %d, or its chain of hashes is another): take another backup."
                                .formatted(file, journal.head().seq(), contents.seq()));
            }
        }
        return settings;
    }

    private void layUploads(Path file, Archive archive, Path folder) throws IOException {
        for (ZipEntry entry : archive.entries()) {
            if (entry.getName().startsWith(Contents.UPLOADS) && !entry.isDirectory()) {
                layUpload(file, archive, entry, folder);
            }
        }
    }

    private void layUpload(Path file, Archive archive, ZipEntry entry, Path folder) throws IOException {
        try {
            Path target = folder.resolve(entry.getName().substring(Contents.UPLOADS.length()))
                    .normalize();
            if (!target.startsWith(folder) || target.equals(folder)) {
                throw new BackupException(
                        "%s holds a file that would lie outside of the home (%s): nothing was restored."
                                .formatted(file, Shown.line(entry.getName())));
            }
            OwnerOnly.folder(target.resolveSibling(""));
            archive.copyUpload(entry, target);
        } catch (InvalidPathException | FileAlreadyExistsException odd) {
            throw new BackupException("%s holds a file whose name cannot be used (%s): take another backup."
                    .formatted(file, Shown.line(entry.getName())));
        }
    }
}
