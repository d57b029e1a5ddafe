package dev.svc.server.wiring.vault;

import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.SessionView.Beside;
import dev.svc.server.catalog.SessionView.Kept;
import dev.svc.server.catalog.SessionView.Review;
import dev.svc.server.catalog.SessionView.Spent;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.EngineKey;
import dev.svc.server.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Says of each row whether its session is in its program's store, for how long, and whether there is a copy.
public final class KeptRows implements Beside {
    /// A session that its program deletes within this time is leaving.
    private static final Duration SOON = Duration.ofDays(7);

    /// A program's settings are not read again for every row.
    private static final Duration KNOWN = Duration.ofSeconds(30);

    private final Beside others;
    private final Vault vault;
    private final Engines engines;
    private final InstantSource clock;
    private final Map<EngineKey, Known> retentions = new ConcurrentHashMap<>();

    /// What a program's settings said, and when.
    private record Known(Optional<Duration> retention, Instant at) {}

    KeptRows(Beside others, Vault vault, Engines engines, InstantSource clock) {
        this.others = others;
        this.vault = vault;
        this.engines = engines;
        this.clock = clock;
    }

    @Override
    public @Nullable Review of(Row row) {
        return others.of(row);
    }

    @Override
    public boolean isLeftOut(Row row) {
        return others.isLeftOut(row);
    }

    @Override
    public Kept kept(Row row) {
        var held = vault.find(row.id());
        if (held.isEmpty()) {
            return Kept.HERE;
        }
        if (held.get().isTheOnlyOne()) {
            return new Kept(Kept.KEPT, null, true, vault.isBrought(row.id()));
        }
        // A program does not delete what it has put away itself.
        var leaves = row.facts().archived()
                ? Optional.<Instant>empty()
                : retention(row.id().engine()).map(held.get().modified()::plus);
        boolean isLeaving =
                leaves.isPresent() && leaves.get().isBefore(clock.instant().plus(SOON));
        return new Kept(isLeaving ? Kept.LEAVING : Kept.HERE.place(), leaves.orElse(null), true, false);
    }

    @Override
    public @Nullable Spent spent(Row row) {
        return others.spent(row);
    }

    private Optional<Duration> retention(EngineKey engine) {
        var now = clock.instant();
        var known = retentions.get(engine);
        if (known == null || known.at().plus(KNOWN).isBefore(now)) {
            known = new Known(engines.find(engine).flatMap(EngineProvider::retention), now);
            retentions.put(engine, known);
        }
        return known.retention();
    }
}
