package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Breaks the files of a store bit by bit and reads them: no exception, and no more memory than the files are worth.
public final class StoreFuzz {
    private static final long ALLOWED = 64L << 20;
    private static final int WORTH_MUTATING = 300 << 10;
    private static final int SMALL = 16 << 10;

    private final EngineStore store;
    private final Random random;
    private final Mutations mutations;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// The same seed makes the same mutations.
    public StoreFuzz(EngineStore store, long seed) {
        this.store = store;
        this.random = new Random(seed);
        this.mutations = new Mutations(random);
    }

    /// Looks at what is there after a file was broken.
    @FunctionalInterface
    public interface Look {
        void at(Path file, int round) throws IOException;
    }

    public void run(int rounds) throws IOException {
        run(rounds, this::readWhatIsThere);
    }

    public void run(int rounds, Look look) throws IOException {
        var files = files();
        for (int round = 0; round < rounds; round++) {
            var file = pick(files);
            var whole = Files.readAllBytes(file);
            var mutated = mutations.of(whole);
            Files.write(file, mutated);
            look.at(file, round);
            Files.write(file, whole);
        }
    }

    private List<Path> files() throws IOException {
        var files = new ArrayList<Path>();
        store.walk(piece -> piece.files().stream()
                .filter(file -> file.size() > 0 && file.size() <= WORTH_MUTATING)
                .forEach(file -> files.add(file.path())));
        assertThat(files).isNotEmpty();
        return files;
    }

    /// Mostly small ones, for many mutations in little time.
    private Path pick(List<Path> files) throws IOException {
        var file = files.get(random.nextInt(files.size()));
        for (int tries = 0; tries < 5 && Files.size(file) > SMALL; tries++) {
            file = files.get(random.nextInt(files.size()));
        }
        return file;
    }

    private void readWhatIsThere(Path file, int round) throws IOException {
        var piece = store.pieceOf(file).orElseThrow();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            var glanced = store.glance(piece);
            var read = store.read(piece, null);
            store.combine(List.of(glanced));
            store.combine(List.of(read));
            assertThat(store.read(piece, read)).isEqualTo(read);
        } catch (UnreadableDatabaseException said) {
            return; // it is told that the database is damaged, and nothing of it is listed anew
        } catch (RuntimeException | IOException broke) {
            throw new AssertionError("mutation " + round + " of " + piece.key() + " was fatal", broke);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("memory for mutation %s of %s", round, piece.key())
                .isLessThan(ALLOWED);
    }
}
