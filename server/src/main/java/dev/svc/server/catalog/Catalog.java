package dev.svc.server.catalog;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.metadata.Organisation;
import dev.svc.server.metadata.ProjectId;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Every session found: has each store kept by its keeper, tells what changes, and answers queries.
public final class Catalog implements AutoCloseable {
    /// More changes than this at once are told as one.
    private static final int MANY = 200;

    private static final Duration STOP = Duration.ofSeconds(5);

    /// How a catalogue works.
    ///
    /// @param walkPause how often it looks itself at folders that it watches
    /// @param watches whether it follows what changes after the first look
    public record Settings(Cache cache, Duration walkPause, boolean watches) {
        private static final Duration PAUSE = Duration.ofSeconds(30);

        public static Settings of(Cache cache) {
            return new Settings(cache, PAUSE, true);
        }

        /// For one look, beside a running server or without one: writes nothing.
        public static Settings once(Cache cache) {
            return new Settings(cache.readOnly(), PAUSE, false);
        }
    }

    private final Supplier<Organisation> organisation;
    private final Supplier<Collection<Running>> running;
    private final Shelves shelves;
    private final List<Keeper> keepers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Consumer<CatalogEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Engines engines;
    private final Watch watch = new Watch();
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
        this.shelves =
                new Shelves(engines.all().stream().map(EngineProvider::engineId).toList());
        this.workers = Executors.newFixedThreadPool(
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                Thread.ofPlatform().daemon().name("catalog-worker-", 0).factory());
        var around = new Keeper.Surroundings(
                settings.cache(),
                workers,
                settings.walkPause(),
                this::publish,
                engine -> shelves.get(engine).prepare(),
                settings.watches() ? watch::follow : (_, _) -> new Keeper.Watched(true, false));
        engines.all().forEach(provider -> keepers.add(new Keeper(provider, around)));
    }

    /// Begins to find sessions; returns at once.
    public void start() {
        watch.start();
        for (var keeper : keepers) {
            threads.add(
                    Vital.platform("catalog-" + engines.alias(keeper.engine())).start(keeper));
        }
    }

    /// Waits until every store has been listed once; false when the time was not enough.
    public boolean awaitScanned(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (var keeper : keepers) {
            if (!keeper.scanned().await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    /// Waits until every session has been read whole; false when the time was not enough.
    public boolean awaitRead(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (var keeper : keepers) {
            if (!keeper.read().await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    /// The programs whose stores it reads.
    public Engines engines() {
        return engines;
    }

    /// How far the reading of one store has come.
    public Progress progress(EngineKey engine) {
        return keeper(engine).orElseThrow().progress();
    }

    /// Has a store walked soon, for changes that are known to have been made.
    public void look(EngineKey engine) {
        keeper(engine).ifPresent(keeper -> keeper.mailbox().walk());
    }

    private Optional<Keeper> keeper(EngineKey engine) {
        return keepers.stream().filter(keeper -> keeper.engine() == engine).findFirst();
    }

    public Page page(Query query) {
        var now = runningById();
        return listing(now).page(query, now);
    }

    /// One row by the id it has or had: a stand-in's id leads to the session that it became.
    public Optional<Row> find(SessionId asked) {
        var id = organisation.get().resolve(asked);
        return find(id, running.get().stream().filter(it -> it.id().equals(id)).findFirst());
    }

    /// The row of one that runs: for who looks at many of them.
    public Optional<Row> find(Running now) {
        return find(organisation.get().resolve(now.id()), Optional.of(now));
    }

    private Optional<Row> find(SessionId id, Optional<Running> now) {
        var shelf = shelves.get(id.engine());
        var facts = Optional.ofNullable(shelf.find(id))
                .map(Found::facts)
                .or(() -> now.filter(it -> it.status().isLive()).map(Listing::facts));
        var status = now.map(Running::status).orElse(Status.OFF);
        return facts.map(it -> new Row(it, organisation.get().marks(id), status, shelf.trouble()));
    }

    public List<Unreadable> unreadable(EngineKey engine) {
        return shelves.get(engine).unreadable().stream()
                .map(it -> new Unreadable(PlainText.line(it.kind()), it.count(), PlainText.line(it.version())))
                .toList();
    }

    /// How many rows a store has, sub-agents not counted.
    public int sessions(EngineKey engine) {
        int count = 0;
        for (var found : shelves.get(engine).newest()) {
            if (found.facts().parent() == null) {
                count++;
            }
        }
        return count;
    }

    /// How many rows each project has, archived ones too.
    public Map<ProjectId, Integer> projectCounts() {
        return listing(runningById()).projectCounts();
    }

    /// Every working folder of every session.
    Collection<UsedFolder> folders() {
        return UsedFolder.of(shelves.all());
    }

    /// The same, by their paths alone.
    public Set<String> folderPaths() {
        return folders().stream().map(UsedFolder::path).collect(Collectors.toSet());
    }

    /// Tells a listener what the stores do to the list until it is closed.
    public Closeable subscribe(Consumer<CatalogEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void publish(Stock stock) {
        var next = shelves.put(stock);
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
        return shelves.listing(organisation.get(), now);
    }

    private Map<SessionId, Running> runningById() {
        var now = new HashMap<SessionId, Running>();
        running.get().forEach(it -> now.put(it.id(), it));
        return now;
    }

    @Override
    public void close() {
        watch.close();
        keepers.forEach(keeper -> keeper.mailbox().close());
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
