package dev.svc.server.catalog;

import dev.svc.server.catalog.Progress.Phase;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.EngineKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/// Keeps the rows of one store current. Its thread alone reads the store and owns all that is in here, but for the
/// mailbox and the volatile progress.
final class Keeper implements Runnable {
    private static final Logger LOG = System.getLogger(Keeper.class.getName());

    private static final long FIRST_REST_MILLIS = 100;
    private static final long LONGEST_REST_MILLIS = 60_000;

    /// What a keeper works with; the same for all of them.
    ///
    /// @param publish takes what a store holds, each time that changed
    /// @param prepare is given the time when there is nothing else to do for a store
    /// @param follow is told after each walk which folders to watch
    record Surroundings(
            Cache cache,
            ExecutorService workers,
            Duration walkPause,
            Consumer<Stock> publish,
            Consumer<EngineKey> prepare,
            Follow follow) {}

    /// Watches a keeper's folders.
    @FunctionalInterface
    interface Follow {
        Watched folders(Keeper keeper, Set<Path> folders);
    }

    /// What came of it.
    ///
    /// @param all whether each folder is watched now
    /// @param more whether some are that were not before
    record Watched(boolean all, boolean more) {}

    private final EngineProvider provider;
    private final Surroundings around;
    private final List<Path> roots;
    private final StoreReader reader;
    private final Pace pace;
    private final Mailbox mailbox = new Mailbox();
    private final CompletableFuture<Map<String, Known>> cached = new CompletableFuture<>();
    private final CountDownLatch scanned = new CountDownLatch(1);
    private final CountDownLatch read = new CountDownLatch(1);
    private int stumbles;
    private long published = -1;
    private long prepared = -1;
    private long saved;
    private volatile Progress progress;

    Keeper(EngineProvider provider, Surroundings around) {
        this.provider = provider;
        this.around = around;
        this.roots = provider.store().roots();
        this.reader = new StoreReader(provider.store(), new Holding(cached), around.workers());
        this.pace = new Pace(around.walkPause());
        this.progress = new Progress(provider.engineId(), Phase.SCANNING, 0, 0);
    }

    EngineKey engine() {
        return provider.engineId();
    }

    List<Path> roots() {
        return roots;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    Progress progress() {
        return progress;
    }

    /// Opens once the first list of this store is complete.
    CountDownLatch scanned() {
        return scanned;
    }

    /// Opens once every piece has been read whole.
    CountDownLatch read() {
        return read;
    }

    @Override
    public void run() {
        try {
            goOn(this::begin);
            while (!mailbox.isClosed()) {
                goOn(this::step);
            }
            save();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            scanned.countDown();
            read.countDown();
        }
    }

    /// What a keeper does next.
    @FunctionalInterface
    private interface Stride {
        void take() throws InterruptedException;
    }

    /// A store that makes a keeper stumble is walked again after a while, and the list is there meanwhile: a keeper
    /// that has died would show for good what was last seen.
    private void goOn(Stride stride) throws InterruptedException {
        try {
            stride.take();
            stumbles = 0;
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.log(Level.ERROR, "following " + provider.manifest().label() + " stumbled; it goes on", broken);
            scanned.countDown();
            stumbles++;
            mailbox.walk();
            Thread.sleep(Math.min(FIRST_REST_MILLIS << Math.min(stumbles, 10), LONGEST_REST_MILLIS));
        }
    }

    private void begin() throws InterruptedException {
        var _ = cached.completeAsync(() -> around.cache().load(engine()), around.workers());
        walk();
        publish();
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
        var news = mailbox.take(idle ? pace.untilWalk() : Duration.ZERO, pace.showsFrom());
        boolean told = reader.read(news.changed());
        boolean walks = news.walk() || !told || pace.isTimeToWalk();
        if (walks) {
            walk();
        }
        reader.readNext();
        if (reader.backlog() == 0 || !news.isEmpty() || pace.isTimeToShow()) {
            publish();
        }
        if (walks) {
            watch();
        }
        if (reader.backlog() == 0 && (!idle || pace.isTimeToSave())) {
            read.countDown();
            save();
        }
    }

    private void walk() throws InterruptedException {
        long from = Pace.cpu();
        reader.walk((done, total) -> {
            report(Phase.SCANNING, done, total);
            if (pace.isTimeToShow()) {
                publish();
            }
        });
        pace.walkedSince(from);
    }

    /// After the list is out, since it takes a while; what happened in folders that were not watched yet is then looked
    /// for once more.
    private void watch() {
        var watched = around.follow().folders(this, reader.folders());
        pace.watches(watched.all());
        if (watched.more()) {
            mailbox.walk();
        }
    }

    private void prepare() {
        if (prepared != published) {
            prepared = published;
            around.prepare().accept(engine());
        }
    }

    private void publish() {
        if (published != reader.version()) {
            long from = Pace.cpu();
            published = reader.version();
            stock().ifPresent(around.publish());
            pace.publishedSince(from);
        }
    }

    private Optional<Stock> stock() {
        var holding = reader.holding();
        try {
            var sessions = holding.combined(provider.store());
            return Optional.of(new Stock(engine(), sessions, holding.unreadable(), reader.trouble()));
        } catch (RuntimeException broken) {
            LOG.log(Level.ERROR, "the rows of " + provider.manifest().label() + " stay as they were", broken);
            return Optional.empty();
        }
    }

    private void save() {
        long from = Pace.cpu();
        if (saved != reader.version()) {
            saved = reader.version();
            around.cache().save(engine(), reader.holding().all());
        }
        pace.savedSince(from);
    }

    private void report(Phase phase, int done, int total) {
        progress = new Progress(engine(), phase, done, total);
    }
}
