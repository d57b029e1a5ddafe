package dev.svc.server.catalog;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.metadata.Organisation;
import dev.svc.server.metadata.ProjectId;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.io.Closeable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
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

/// Every session found. Keepers hand over whole stocks, whose shelves are guarded by the lock of `shelves`; readers
/// work on listings that never change.
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
    private final EnumMap<EngineKey, Shelf> shelves = new EnumMap<>(EngineKey.class);
    private final List<Keeper> keepers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Consumer<CatalogEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Watch watch = new Watch();
    private final ExecutorService workers;
    private volatile Joined joined =
            new Joined(List.of(), List.of(), Listing.of(List.of(), Organisation.EMPTY, List.of()));

    /// A listing and what it was made of: as long as these are the same, so is the listing.
    private record Joined(List<Shelf> shelves, List<Running> unfound, Listing listing) {}

    /// Makes a catalogue that finds nothing before its start.
    ///
    /// @param running every session that has a terminal now
    public Catalog(
            Engines engines,
            Supplier<Organisation> organisation,
            Supplier<Collection<Running>> running,
            Settings settings) {
        this.organisation = organisation;
        this.running = running;
        this.workers = Executors.newFixedThreadPool(
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                Thread.ofPlatform().daemon().name("catalog-worker-", 0).factory());
        var around = new Keeper.Surroundings(
                settings.cache(),
                workers,
                settings.walkPause(),
                this::publish,
                settings.watches() ? watch::follow : (_, _) -> true);
        for (EngineProvider provider : engines.all()) {
            shelves.put(provider.engineId(), Shelf.empty(provider.engineId()));
            keepers.add(new Keeper(provider, around));
        }
    }

    /// Begins to find sessions; returns at once.
    public void start() {
        watch.start();
        for (var keeper : keepers) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("catalog-" + keeper.engine().alias())
                    .start(keeper));
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

    /// How far the reading of one store has come.
    public Progress progress(EngineKey engine) {
        return keepers.stream()
                .filter(keeper -> keeper.engine() == engine)
                .map(Keeper::progress)
                .findFirst()
                .orElseThrow();
    }

    /// Has a store walked soon, for changes that are known to have been made.
    public void look(EngineKey engine) {
        keepers.stream()
                .filter(keeper -> keeper.engine() == engine)
                .forEach(keeper -> keeper.mailbox().walk());
    }

    public Page page(Query query) {
        var now = runningById();
        return new Selection(listing(now), query, now).page();
    }

    /// One row by the id it has or had: a stand-in's id leads to the session that it became.
    public Optional<Row> find(SessionId asked) {
        var id = organisation.get().resolve(asked);
        var shelf = shelf(id.engine());
        var now = Optional.ofNullable(runningById().get(id));
        var facts = Optional.ofNullable(shelf.find(id))
                .map(Found::facts)
                .or(() -> now.filter(it -> it.status().isLive()).map(Listing::facts));
        var status = now.map(Running::status).orElse(Status.OFF);
        return facts.map(it -> new Row(it, organisation.get().marks(id), status, shelf.trouble()));
    }

    public List<Unreadable> unreadable(EngineKey engine) {
        return shelf(engine).unreadable();
    }

    /// How many rows a store has, sub-agents not counted.
    public int sessions(EngineKey engine) {
        int count = 0;
        for (var found : shelf(engine).newest()) {
            if (found.facts().parent() == null) {
                count++;
            }
        }
        return count;
    }

    /// A folder that people worked in.
    public record Folder(String path, int sessions, Instant lastUsed) {
        private Folder joined(Folder other) {
            var last = lastUsed.isAfter(other.lastUsed) ? lastUsed : other.lastUsed;
            return new Folder(path, sessions + other.sessions, last);
        }
    }

    /// How many rows each project has, archived ones too.
    public Map<ProjectId, Integer> projectCounts() {
        var counts = new HashMap<ProjectId, Integer>();
        for (var listed : listing(runningById()).rows(Query.Sort.UPDATED)) {
            if (listed.project() != null && listed.facts().parent() == null) {
                counts.merge(listed.project().project().id(), 1, Integer::sum);
            }
        }
        return counts;
    }

    /// Every working folder of every session.
    public Collection<Folder> folders() {
        var folders = new HashMap<String, Folder>();
        for (var shelf : allShelves()) {
            for (var found : shelf.newest()) {
                var cwd = found.facts().cwd();
                if (cwd != null && found.facts().parent() == null) {
                    folders.merge(cwd, new Folder(cwd, 1, found.facts().updatedAt()), Folder::joined);
                }
            }
        }
        return folders.values();
    }

    public Set<String> folderPaths() {
        return folders().stream().map(Folder::path).collect(Collectors.toSet());
    }

    /// Tells a listener what the stores do to the list until it is closed.
    public Closeable subscribe(Consumer<CatalogEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void publish(Stock stock) {
        Shelf.Next next;
        synchronized (shelves) {
            next = requireShelf(stock.engine()).with(stock);
            shelves.put(stock.engine(), next.shelf());
        }
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
        var wantedShelves = allShelves();
        var wanted = organisation.get();
        var unfound = now.values().stream()
                .filter(it -> it.status().isLive() && shelf(it.id().engine()).find(it.id()) == null)
                .toList();
        var last = joined;
        if (isSame(last.shelves(), wantedShelves)
                && last.listing().organisation() == wanted
                && last.unfound().equals(unfound)) {
            return last.listing();
        }
        var made = new Joined(wantedShelves, unfound, Listing.of(wantedShelves, wanted, unfound));
        joined = made;
        return made.listing();
    }

    private static boolean isSame(List<Shelf> a, List<Shelf> b) {
        return a.equals(b); // shelves are equal only when they are the same
    }

    private Map<SessionId, Running> runningById() {
        var now = new HashMap<SessionId, Running>();
        running.get().forEach(it -> now.put(it.id(), it));
        return now;
    }

    private List<Shelf> allShelves() {
        synchronized (shelves) {
            return List.copyOf(shelves.values());
        }
    }

    private Shelf shelf(EngineKey engine) {
        synchronized (shelves) {
            return shelves.getOrDefault(engine, Shelf.empty(engine));
        }
    }

    private Shelf requireShelf(EngineKey engine) {
        return shelf(engine);
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
