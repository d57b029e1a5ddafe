package dev.svc.server.catalog.scan;

import dev.svc.server.catalog.scan.ScanProgress.Phase;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.EngineKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/// Keeps the rows of one store current. Its own thread alone reads the store and owns all state in here, except the
/// queue and the volatile progress.
public final class StoreIndexer implements Runnable {
    private static final Logger LOG = System.getLogger(StoreIndexer.class.getName());

    private static final long FIRST_REST_MILLIS = 100;
    private static final long LONGEST_REST_MILLIS = 60_000;

    /// What an indexer works with; the same for all of them.
    ///
    /// @param most how many pieces of a store memory holds
    /// @param publish takes what changed in a store, in order
    /// @param prepare gets the idle time of a store
    /// @param follow learns after each walk which folders to watch
    public record Surroundings(
            Cache cache,
            ExecutorService workers,
            Duration walkPause,
            int most,
            Consumer<StoreNews> publish,
            Consumer<EngineKey> prepare,
            Follow follow) {}

    /// Watches an indexer's folders.
    @FunctionalInterface
    public interface Follow {
        Watched folders(StoreIndexer indexer, Set<Path> folders);
    }

    /// The result of watching.
    ///
    /// @param all whether every folder is watched now
    /// @param more whether some are watched that were not before
    public record Watched(boolean all, boolean more) {}

    private final EngineProvider provider;
    private final Surroundings around;
    private final List<Path> roots;
    private final StoreReader reader;
    private final ScanSchedule schedule;
    private final ChangeQueue changes = new ChangeQueue();
    private final CompletableFuture<Map<String, KnownPiece>> cached = new CompletableFuture<>();
    private final CountDownLatch listed = new CountDownLatch(1);
    private final CountDownLatch scanned = new CountDownLatch(1);
    private final CountDownLatch read = new CountDownLatch(1);
    /// Wait for a walk that has been taken from the queue.
    private final List<CompletableFuture<Void>> askers = new ArrayList<>();

    private int stumbles;
    private long published = -1;
    private long prepared = -1;
    private long saved;
    private volatile ScanProgress progress;

    public StoreIndexer(EngineProvider provider, Surroundings around) {
        this.provider = provider;
        this.around = around;
        this.roots = provider.store().roots();
        this.reader = new StoreReader(provider.store(), new PieceCache(cached), around.workers(), around.most());
        this.schedule = new ScanSchedule(around.walkPause());
        this.progress = new ScanProgress(provider.engineId(), Phase.SCANNING, 0, 0);
    }

    public EngineKey engine() {
        return provider.engineId();
    }

    List<Path> roots() {
        return roots;
    }

    public ChangeQueue changes() {
        return changes;
    }

    public ScanProgress progress() {
        return progress;
    }

    /// Opens once the list shows what this store holds, or held when it could last be read; in a store that makes its
    /// indexer stumble later than the next one.
    public CountDownLatch listed() {
        return listed;
    }

    /// What the last walk cost, in time of a processor.
    public Duration walkCost() {
        return schedule.walkCost();
    }

    /// Opens once the first list of this store is complete.
    public CountDownLatch scanned() {
        return scanned;
    }

    /// Opens once every piece has been read whole.
    public CountDownLatch read() {
        return read;
    }

    @Override
    public void run() {
        try {
            goOn(this::begin);
            while (!changes.isClosed()) {
                goOn(this::step);
            }
            save();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            listed.countDown();
            scanned.countDown();
            read.countDown();
            changes.close();
            askers.addAll(changes.drain().askers());
            answer();
        }
    }

    /// What an indexer does next.
    @FunctionalInterface
    private interface Stride {
        void take() throws InterruptedException;
    }

    /// After an unexpected failure the store is walked again after a while, and the list stays available: a dead
    /// indexer would show the last state forever.
    private void goOn(Stride stride) throws InterruptedException {
        try {
            stride.take();
            stumbles = 0;
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.log(
                    Level.ERROR,
                    "following the store of " + provider.manifest().label() + " failed; it is walked again",
                    broken);
            scanned.countDown();
            stumbles++;
            changes.walk();
            Thread.sleep(Math.min(FIRST_REST_MILLIS << Math.min(stumbles, 10), LONGEST_REST_MILLIS));
        }
    }

    private void begin() throws InterruptedException {
        var _ = cached.completeAsync(() -> around.cache().load(engine()), around.workers());
        walk();
        publish();
        listed.countDown();
        scanned.countDown();
        watch();
        if (reader.backlog() == 0) {
            read.countDown();
            save();
        }
    }

    private void step() throws InterruptedException {
        boolean idle = reader.backlog() == 0;
        report(idle ? Phase.FOLLOWING : Phase.READING, 0, reader.backlog());
        if (idle) {
            prepare();
        }
        var rest = idle ? schedule.untilNext(reader.isUnsettled()) : Duration.ZERO;
        var news = changes.take(rest, schedule.showsFrom());
        askers.addAll(news.askers());
        readUnsettled();
        boolean told = reader.read(news.changed());
        boolean walks = news.walk() || !told || schedule.isTimeToWalk();
        if (walks) {
            walk();
        }
        reader.readNext();
        if (reader.backlog() == 0 || !news.isEmpty() || schedule.isTimeToShow()) {
            publish();
        }
        if (walks) {
            listed.countDown();
            answer();
            watch();
        }
        if (reader.backlog() == 0 && (!idle || schedule.isTimeToSave())) {
            read.countDown();
            save();
        }
    }

    private void readUnsettled() {
        if (!reader.isUnsettled()) {
            schedule.unsettled();
        } else if (schedule.isTimeToReadAgain()) {
            reader.readUnsettled();
            schedule.unsettled();
        }
    }

    private void walk() throws InterruptedException {
        long from = ScanSchedule.cpu();
        reader.walk((done, total) -> {
            report(Phase.SCANNING, done, total);
            if (schedule.isTimeToShow()) {
                publish();
            }
        });
        schedule.walkedSince(from);
    }

    /// Runs after the list is out, since it takes a while; then looks once more for changes in folders that were not
    /// watched yet.
    private void watch() {
        var watched = around.follow().folders(this, reader.folders());
        schedule.watches(watched.all());
        if (watched.more()) {
            changes.walk();
        }
    }

    /// Tells who waited for a walk that the list shows it.
    private void answer() {
        askers.forEach(asker -> asker.complete(null));
        askers.clear();
    }

    private void prepare() {
        if (prepared != published) {
            prepared = published;
            around.prepare().accept(engine());
        }
    }

    private void publish() {
        if (published != reader.version()) {
            long from = ScanSchedule.cpu();
            published = reader.version();
            news().ifPresent(around.publish());
            schedule.publishedSince(from);
        }
    }

    private Optional<StoreNews> news() {
        try {
            return Optional.of(reader.news(engine()));
        } catch (RuntimeException broken) {
            LOG.log(
                    Level.ERROR,
                    "the rows of " + provider.manifest().label() + " were not updated; the former ones stay",
                    broken);
            return Optional.empty();
        }
    }

    private void save() {
        long from = ScanSchedule.cpu();
        if (saved != reader.version()) {
            saved = reader.version();
            around.cache().save(engine(), reader.holding().all());
        }
        schedule.savedSince(from);
    }

    private void report(Phase phase, int done, int total) {
        progress = new ScanProgress(engine(), phase, done, total);
    }
}
