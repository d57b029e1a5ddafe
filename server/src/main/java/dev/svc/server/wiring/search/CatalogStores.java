package dev.svc.server.wiring.search;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.CatalogEvent;
import dev.svc.server.catalog.Running;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.follow.FollowMark;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The sessions of the catalog as the follower wants them. Sub-agents' sessions are left out: their turns belong to the
/// call that started them.
public final class CatalogStores implements FollowedStores {
    private static final Duration FOREVER = Duration.ofDays(1_000);

    private final Catalog catalog;
    private final Supplier<Collection<Running>> running;

    public CatalogStores(Catalog catalog, Supplier<Collection<Running>> running) {
        this.catalog = catalog;
        this.running = running;
    }

    /// Until every session was read whole, so that the list is never kept waiting.
    @Override
    public void awaitListed() throws InterruptedException {
        catalog.awaitRead(FOREVER);
    }

    @Override
    public List<FollowedSession> sessions() {
        var live = new HashSet<SessionId>();
        running.get().stream().filter(it -> it.status().isLive()).forEach(it -> live.add(it.id()));
        return catalog.stored().stream()
                .filter(CatalogStores::hasTurnsOfItsOwn)
                .map(facts -> followed(facts, live.contains(facts.id())))
                .toList();
    }

    @Override
    public Optional<FollowedSession> find(SessionId session) {
        return catalog.stored(session).filter(CatalogStores::hasTurnsOfItsOwn).map(facts -> followed(facts, true));
    }

    private static boolean hasTurnsOfItsOwn(SessionFacts facts) {
        return facts.parent() == null;
    }

    private static FollowedSession followed(SessionFacts facts, boolean live) {
        long stamp = facts.updatedAt().toEpochMilli() * 0x9E37_79B9_7F4A_7C15L ^ facts.sizeBytes();
        return new FollowedSession(facts.id(), stamp == FollowMark.UNFINISHED ? 1 : stamp, live);
    }

    @Override
    public boolean isReadable(EngineKey engine) {
        return catalog.isReadable(engine);
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
