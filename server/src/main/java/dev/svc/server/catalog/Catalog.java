package dev.svc.server.catalog;

import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.catalog.scan.ScanProgress;
import dev.svc.server.catalog.scan.StoreIndexer;
import dev.svc.server.catalog.scan.StoreNews;
import dev.svc.server.catalog.scan.StoredSession;
import dev.svc.server.catalog.scan.Watch;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Every session found: runs an indexer per store, publishes changes, and answers queries.
public final class Catalog implements AutoCloseable {
    /// More changes than this at once are published as one.
    private static final int MANY = 200;

    private static final Duration STOP = Duration.ofSeconds(5);

    /// How a catalogue works.
    ///
    /// @param walkPause how often it walks folders that it also watches
    /// @param watches whether it follows changes after the first look
    /// @param clock what tells whether a snooze is over
    /// @param most how many logs of a store it lists, the newest
    public record Settings(Cache cache, Duration walkPause, boolean watches, InstantSource clock, int most) {
        private static final Duration PAUSE = Duration.ofSeconds(30);

        /// What a session and its log take, at most two fifths more than measured (docs/performance.md, "Listing").
        private static final int SESSION = 3_500;

        public static Settings of(Cache cache) {
            return new Settings(cache, PAUSE, true, InstantSource.system(), thatFit());
        }

        private static int thatFit() {
            return (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / SESSION);
        }

        /// For one look, beside a running server or without one: writes nothing.
        public static Settings once(Cache cache) {
            return new Settings(cache.readOnly(), PAUSE, false, InstantSource.system(), thatFit());
        }

        public Settings by(InstantSource other) {
            return new Settings(cache, walkPause, watches, other, most);
        }
    }

    private final Supplier<Organisation> organisation;
    private final Supplier<Collection<Running>> running;
    private final InstantSource clock;
    private final StoreSnapshots snapshots;
    private final List<StoreIndexer> indexers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Consumer<CatalogEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Engines engines;
    private final Watch watch = new Watch();
    private final Seeking seeking = new Seeking(this::look, this::walkCost);
    private final ExecutorService workers;

    /// Makes a catalogue that finds nothing before its start.
    ///
    /// @param running every session that has a terminal now
    public Catalog(
            Engines engines,
            Supplier<Organisation> organisation,
            Supplier<Collection<Running>> running,
            Settings settings) {
        this.engines = engines;
        this.organisation = organisation;
        this.running = running;
        this.clock = settings.clock();
        this.snapshots = new StoreSnapshots(
                engines.all().stream().map(EngineProvider::engineId).toList());
        this.workers = Executors.newFixedThreadPool(
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                Thread.ofPlatform().daemon().name("catalog-worker-", 0).factory());
        var around = new StoreIndexer.Surroundings(
                settings.cache(),
                workers,
                settings.walkPause(),
                settings.most(),
                this::publish,
                engine -> snapshots.get(engine).prepare(),
                settings.watches() ? watch::follow : (_, _) -> new StoreIndexer.Watched(true, false));
        engines.all().forEach(provider -> indexers.add(new StoreIndexer(provider, around)));
    }

    /// Starts finding sessions; returns at once.
    public void start() {
        watch.start();
        for (var indexer : indexers) {
            threads.add(
                    Vital.platform("catalog-" + engines.alias(indexer.engine())).start(indexer));
        }
    }

    /// Waits until every store has been listed once; false on timeout.
    public boolean awaitScanned(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (var indexer : indexers) {
            if (!indexer.scanned().await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    /// Waits until every session has been read whole; false on timeout.
    public boolean awaitRead(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (var indexer : indexers) {
            if (!indexer.read().await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    /// The programs whose stores it reads.
    public Engines engines() {
        return engines;
    }

    /// The reading progress of one store.
    public ScanProgress progress(EngineKey engine) {
        return indexer(engine).orElseThrow().progress();
    }

    /// Requests a walk of a store soon, for changes that are known to have been made; done when the list shows them.
    public CompletableFuture<Void> look(EngineKey engine) {
        return indexer(engine)
                .map(indexer -> indexer.changes().ask())
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private Duration walkCost(EngineKey engine) {
        return indexer(engine).map(StoreIndexer::walkCost).orElse(Duration.ZERO);
    }

    private Optional<StoreIndexer> indexer(EngineKey engine) {
        return indexers.stream().filter(indexer -> indexer.engine() == engine).findFirst();
    }

    public Page page(Query query) {
        var looking = unlisted(query); // before the rows: what is listed by now is among them
        var now = runningById();
        return listing(now).page(query, now, clock.instant()).whileLookingAt(looking);
    }

    /// The same without a page: all that the query finds, to be looked at by place.
    public FoundRows found(Query query) {
        var looking = unlisted(query);
        var now = runningById();
        return listing(now).found(query, now, clock.instant(), looking);
    }

    private List<EngineKey> unlisted(Query query) {
        return indexers.stream()
                .filter(indexer -> indexer.listed().getCount() > 0)
                .map(StoreIndexer::engine)
                .filter(query.filter()::isAbout)
                .toList();
    }

    /// Waits until every store that a query is about has been listed once, or until the time is over.
    public void awaitListed(Query query, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (var indexer : indexers) {
            if (query.filter().isAbout(indexer.engine())
                    && !indexer.listed().await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }

    /// One row by its present or former id: a placeholder's id leads to the session that it became.
    public Optional<Row> find(SessionId asked) {
        var id = organisation.get().resolve(asked);
        return find(id, running.get().stream().filter(it -> it.id().equals(id)).findFirst());
    }

    /// The same; a session that is not listed is looked for in its store first, which takes a moment. It may have been
    /// written just now.
    public Optional<Row> seek(SessionId asked) {
        var found = find(asked);
        if (found.isPresent()) {
            return found;
        }
        seeking.await(asked.engine());
        return find(asked);
    }

    /// The row of a running session, for callers that look up many of them.
    public Optional<Row> find(Running now) {
        return find(organisation.get().resolve(now.id()), Optional.of(now));
    }

    /// What the row of a stored session is called, for callers that look up many of them: nothing else of the row is
    /// made. Null where it has no title, or no row.
    public @Nullable String title(SessionId asked) {
        var marks = organisation.get();
        var id = marks.resolve(asked);
        var found = snapshots.get(id.engine()).find(id);
        return found == null ? null : Row.title(found.facts(), marks.marks(id));
    }

    private Optional<Row> find(SessionId id, Optional<Running> now) {
        var shelf = snapshots.get(id.engine());
        var facts = Optional.ofNullable(shelf.find(id))
                .map(StoredSession::facts)
                .or(() -> now.filter(Running::isLive).map(Listing::facts));
        var status = now.map(Running::status).orElse(Status.OFF);
        var asking = now.map(Running::asking).orElse(null);
        var elsewhere = now.map(Running::elsewhere).orElse(null);
        var background = now.map(Running::background).orElse(List.of());
        var marks = organisation.get().marks(id).at(clock.instant());
        return facts.map(it -> new Row(it, marks, status, asking, elsewhere, background, shelf.trouble()));
    }

    public List<Unreadable> unreadable(EngineKey engine) {
        return snapshots.get(engine).unreadable().stream()
                .map(it -> new Unreadable(PlainText.line(it.kind()), it.count(), PlainText.line(it.version())))
                .toList();
    }

    /// How many logs of a store are not listed: the oldest, where memory does not hold them all.
    public int leftOut(EngineKey engine) {
        return snapshots.get(engine).leftOut();
    }

    /// How many rows a store has, sub-agents not counted.
    public int sessions(EngineKey engine) {
        int count = 0;
        for (var found : snapshots.get(engine).newest()) {
            if (found.facts().parent() == null) {
                count++;
            }
        }
        return count;
    }

    /// What the stores say of every session, the newest of each store first.
    public List<SessionFacts> stored() {
        var all = new ArrayList<SessionFacts>();
        for (var shelf : snapshots.all()) {
            for (var found : shelf.newest()) {
                all.add(found.facts());
            }
        }
        all.sort(Comparator.comparing(SessionFacts::updatedAt).reversed());
        return all;
    }

    /// What its store says of a session, by its present id.
    public Optional<SessionFacts> stored(SessionId id) {
        return Optional.ofNullable(snapshots.get(id.engine()).find(id)).map(StoredSession::facts);
    }

    /// Whether a store has been listed and can be read, so that a session that it does not list is not there.
    public boolean isReadable(EngineKey engine) {
        return snapshots.get(engine).trouble() == null
                && indexer(engine).filter(it -> it.listed().getCount() == 0).isPresent();
    }

    /// Every session that a query asks for, on whatever page.
    public Set<SessionId> select(Query query) {
        var now = runningById();
        return listing(now).select(query, now, clock.instant());
    }

    /// Whose stores a query is about and have not been looked at since the start.
    public List<EngineKey> looking(Query query) {
        return unlisted(query);
    }

    /// How many rows each project has, archived ones too.
    public Map<ProjectId, Integer> projectCounts() {
        return listing(runningById()).projectCounts();
    }

    /// Every working folder of every session.
    Collection<UsedFolder> folders() {
        return UsedFolder.of(snapshots.all());
    }

    /// The same, by their paths alone.
    public Set<String> folderPaths() {
        return folders().stream().map(UsedFolder::path).collect(Collectors.toSet());
    }

    /// Subscribes a listener to the changes that the stores make to the list, until it is closed.
    public Closeable subscribe(Consumer<CatalogEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void publish(StoreNews news) {
        var next = snapshots.put(news);
        if (next.marked() || next.changed().size() + next.gone().size() > MANY) {
            tell(new CatalogEvent.Relisted());
        } else {
            next.changed().forEach(id -> tell(new CatalogEvent.Changed(id)));
            next.gone().forEach(id -> tell(new CatalogEvent.Gone(id)));
        }
    }

    private void tell(CatalogEvent event) {
        listeners.forEach(listener -> listener.accept(event));
    }

    private Listing listing(Map<SessionId, Running> now) {
        return snapshots.listing(organisation.get(), now);
    }

    private Map<SessionId, Running> runningById() {
        var now = new HashMap<SessionId, Running>();
        running.get().forEach(it -> now.put(it.id(), it));
        return now;
    }

    @Override
    public void close() {
        watch.close();
        indexers.forEach(indexer -> indexer.changes().close());
        try {
            for (var thread : threads) {
                if (!thread.join(STOP)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        workers.shutdownNow();
    }
}
