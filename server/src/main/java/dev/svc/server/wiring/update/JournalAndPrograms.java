package dev.svc.server.wiring.update;

import dev.svc.server.journal.StoredJournal;
import dev.svc.server.sidecar.Agreement;
import dev.svc.server.terminal.host.KeptPrograms;
import dev.svc.server.update.InstanceData;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;

/// What an update needs from the journal, the metadata file and the programs of this instance.
final class JournalAndPrograms implements InstanceData {
    /// A service that appends while its files are copied can leave a copy that ends in the middle of an entry.
    private static final int TRIES = 10;

    private final Path journal;
    private final KeptPrograms programs;

    JournalAndPrograms(Config config) {
        this.journal = config.path(Variable.JOURNAL_DIR);
        this.programs = new KeptPrograms(config.path(Variable.RUNTIME_DIR));
    }

    @Override
    public void copyJournal(Path to) throws IOException {
        if (!Files.isDirectory(journal)) {
            return;
        }
        var damage = Optional.of("nothing was copied");
        for (int i = 0; i < TRIES && damage.isPresent(); i++) {
            copy(to);
            damage = damage(to);
        }
        if (damage.isPresent()) {
            throw new IOException("the journal cannot be copied whole: " + damage.get());
        }
    }

    /// Beginning with nothing: a file that is gone from the journal since the last try would be damage in the copy.
    private void copy(Path to) throws IOException {
        WholeFolder.remove(to);
        Path from = journal.toRealPath(); // a link to it would be copied in its place
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                OwnerOnly.folder(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    copyFile(file, to.resolve(from.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                if (failed instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // replaced meanwhile
                }
                throw failed;
            }
        });
    }

    private static void copyFile(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy);
            OwnerOnly.close(copy);
        } catch (NoSuchFileException gone) {
            Files.deleteIfExists(copy); // replaced meanwhile
        }
    }

    private static Optional<String> damage(Path copy) {
        try (var stored = StoredJournal.verify(copy)) {
            return stored.damage();
        } catch (IOException | UncheckedIOException unreadable) {
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public Optional<String> objection(Path folder, Path sidecar) {
        try (var stored = StoredJournal.open(folder)) {
            return stored.damage()
                    .or(() -> Agreement.objection(
                            sidecar, stored.head(), stored.asOf(stored.head().seq())));
        } catch (IOException | UncheckedIOException unreadable) {
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public Set<String> livingPrograms() {
        try {
            return programs.living();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public boolean endedByItself(String program) {
        return programs.endedByItself(program);
    }
}
