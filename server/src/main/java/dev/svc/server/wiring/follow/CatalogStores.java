package dev.svc.server.wiring.follow;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.CatalogEvent;
import dev.svc.server.catalog.Running;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.io.Closeable;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The sessions of the catalog as followers want them: conversations, or whatever has files of its own.
public final class CatalogStores implements FollowedStores {
    private static final Duration FOREVER = Duration.ofDays(1_000);

    private final Catalog catalog;
    private final Supplier<Collection<Running>> running;
    private final boolean all;

    private CatalogStores(Catalog catalog, Supplier<Collection<Running>> running, boolean all) {
        this.catalog = catalog;
        this.running = running;
        this.all = all;
    }

    /// Those that have a conversation of their own.
    public static CatalogStores conversations(Catalog catalog, Supplier<Collection<Running>> running) {
        return new CatalogStores(catalog, running, false);
    }

    /// Sub-agents' sessions too. One that is not listed is gone, whether or not its store is there.
    public static CatalogStores all(Catalog catalog, Supplier<Collection<Running>> running) {
        return new CatalogStores(catalog, running, true);
    }

    private Optional<FollowedSession> followed(SessionFacts facts, boolean live) {
        return all ? Optional.of(FollowedSession.any(facts, live)) : FollowedSession.of(facts, live);
    }

    /// Until every session was read whole, so that the list is never kept waiting.
    @Override
    public void awaitListed() throws InterruptedException {
        catalog.awaitRead(FOREVER);
    }

    @Override
    public List<FollowedSession> sessions() {
        var live = new HashSet<SessionId>();
        running.get().stream().filter(it -> it.status() != Status.OFF).forEach(it -> live.add(it.id()));
        return catalog.stored().stream()
                .flatMap(facts -> followed(facts, live.contains(facts.id())).stream())
                .toList();
    }

    @Override
    public Optional<FollowedSession> find(SessionId session) {
        return catalog.stored(session).flatMap(facts -> followed(facts, true));
    }

    @Override
    public boolean isReadable(EngineKey engine) {
        return all || catalog.isReadable(engine);
    }

    @Override
    public Turns turns(EngineKey engine) {
        return catalog.engines().find(engine).orElseThrow().turns();
    }

    @Override
    public Closeable subscribe(Consumer<Optional<SessionId>> news) {
        return catalog.subscribe(event -> {
            switch (event) {
                case CatalogEvent.Changed it -> news.accept(Optional.of(it.session()));
                case CatalogEvent.Gone it -> news.accept(Optional.of(it.session()));
                case CatalogEvent.Relisted _ -> news.accept(Optional.empty());
            }
        });
    }
}
