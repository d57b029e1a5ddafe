package dev.svc.server.backup;

import dev.svc.server.journal.EntryJson;
import dev.svc.server.journal.StoredJournal;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes the content of a home into one file, also while a service runs: the journal up to its last entry at this
/// moment is what counts, and everything else derives from it.
public final class Backup {
    private final HomeLayout layout;
    private final String version;
    private final Clock clock;

    /// What goes in beside journal, metadata, preferences and settings.
    public record Wanted(boolean uploads, boolean secrets) {}

    /// What another room puts behind all else.
    @FunctionalInterface
    public interface Appendix {
        /// For a backup without any.
        Appendix NONE = zip -> {};

        void append(ZipOutputStream zip) throws IOException;
    }

    /// @param version of this svc
    public Backup(HomeLayout layout, String version, Clock clock) {
        this.layout = layout;
        this.version = version;
        this.clock = clock;
    }

    /// Creates the file completely or not at all, readable by its owner only.
    ///
    /// @return how many entries of the journal are in it
    public long write(Path file, Wanted wanted, Appendix appendix) throws IOException {
        return AtomicFile.write(file, out -> write(out, wanted, appendix));
    }

    private long write(OutputStream out, Wanted wanted, Appendix appendix) throws IOException {
        // Read before the journal: a metadata file that is newer than its journal would raise an alarm.
        Optional<byte[]> sidecar = found(layout.sidecar());
        Optional<byte[]> prefs = found(layout.prefs());
        try (var journal = StoredJournal.open(layout.journal())) {
            journal.damage().ifPresent(sentence -> {
                throw new BackupException(sentence + "; run  %s  first.".formatted(OwnCommand.line("journal repair")));
            });
            var zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
            var head = journal.head();
            var contents = new Contents(
                    head.seq(), head.hash().toString(), clock.instant(), version, wanted.uploads(), wanted.secrets());
            put(zip, Contents.CONTENTS, contents.json());
            putFound(zip, Contents.SIDECAR, sidecar);
            putFound(zip, Contents.PREFS, prefs);
            putJournal(zip, journal);
            put(zip, Contents.ENV, EnvSettings.text(EnvSettings.of(layout.env(), wanted.secrets())));
            if (wanted.secrets()) {
                putFound(zip, Contents.TWO_FACTOR, found(layout.twoFactor()));
            }
            if (wanted.uploads()) {
                putUploads(zip);
            }
            appendix.append(zip);
            zip.finish();
            return head.seq();
        }
    }

    private static void putJournal(ZipOutputStream zip, StoredJournal journal) throws IOException {
        zip.putNextEntry(new ZipEntry(Contents.JOURNAL));
        try {
            journal.read(0, link -> {
                try {
                    zip.write((EntryJson.line(link) + "\n").getBytes(StandardCharsets.UTF_8));
                } catch (IOException full) {
                    throw new UncheckedIOException(full);
                }
                return true;
            });
        } catch (UncheckedIOException full) {
            throw new IOException(full.getMessage(), full);
        }
        zip.closeEntry();
    }

    private void putUploads(ZipOutputStream zip) throws IOException {
        if (!Files.isDirectory(layout.uploads(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> files;
        try (var walked = Files.walk(layout.uploads())) {
            files = walked.filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            putFile(
                    zip,
                    Contents.UPLOADS
                            + layout.uploads().relativize(file).toString().replace('\\', '/'),
                    file);
        }
    }

    /// A file that is gone by now is not in the backup.
    private static void putFile(ZipOutputStream zip, String name, Path file) throws IOException {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            zip.putNextEntry(new ZipEntry(name));
            in.transferTo(zip);
            zip.closeEntry();
        } catch (NoSuchFileException missing) {
            // Nothing to keep.
        }
    }

    private static Optional<byte[]> found(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(Files.readAllBytes(file))
                : Optional.empty();
    }

    private static void putFound(ZipOutputStream zip, String name, Optional<byte[]> content) throws IOException {
        if (content.isPresent()) {
            put(zip, name, content.get());
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
