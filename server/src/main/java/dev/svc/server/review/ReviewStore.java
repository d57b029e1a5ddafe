package dev.svc.server.review;

import dev.svc.server.session.SessionId;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The latest review of every session and the last runs, in one small file. New records are on disk before they are
/// visible; readers never wait. Only the loop's thread writes.
final class ReviewStore {
    static final int MOST_RUNS = 20;
    static final int MOST_REVIEWS = 5_000;

    private static final Logger LOG = Logger.getLogger(ReviewStore.class.getName());

    private final Path file;
    private volatile Held held;

    /// Everything that is kept, at one moment.
    ///
    /// @param runs the last one first
    record Held(Map<SessionId, Review> reviews, List<ReviewRun> runs) {
        static final Held NOTHING = new Held(Map.of(), List.of());

        Held {
            reviews = Map.copyOf(reviews);
            runs = List.copyOf(runs);
        }
    }

    private ReviewStore(Path file, Held held) {
        this.file = file;
        this.held = held;
    }

    /// A file that cannot be read is set aside, not overwritten.
    static ReviewStore open(Path file) {
        try {
            return new ReviewStore(
                    file, Files.exists(file) ? RecordsJson.read(Files.readAllBytes(file)) : Held.NOTHING);
        } catch (IOException | RuntimeException broken) {
            LOG.log(Level.WARNING, broken, () -> "the stored reviews cannot be read; the file is set aside");
            setAside(file);
            return new ReviewStore(file, Held.NOTHING);
        }
    }

    private static void setAside(Path file) {
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + ".broken"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException stays) {
            LOG.log(Level.WARNING, stays, () -> "the broken file cannot be set aside either");
        }
    }

    Optional<Review> find(SessionId session) {
        return Optional.ofNullable(held.reviews().get(session));
    }

    List<ReviewRun> runs() {
        return held.runs();
    }

    void keep(SessionId session, Review review) throws IOException {
        var reviews = new HashMap<>(held.reviews());
        reviews.put(session, review);
        if (reviews.size() > MOST_REVIEWS) {
            reviews.entrySet().stream()
                    .min(Comparator.comparing(entry -> entry.getValue().at()))
                    .map(Map.Entry::getKey)
                    .ifPresent(reviews::remove);
        }
        store(new Held(reviews, held.runs()));
    }

    void keep(ReviewRun run) throws IOException {
        var runs = new ArrayList<>(held.runs());
        runs.addFirst(run);
        store(new Held(held.reviews(), runs.subList(0, Math.min(MOST_RUNS, runs.size()))));
    }

    private void store(Held next) throws IOException {
        AtomicFile.write(file, RecordsJson.bytes(next));
        held = next;
    }
}
