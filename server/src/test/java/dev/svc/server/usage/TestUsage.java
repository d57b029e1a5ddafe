package dev.svc.server.usage;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Running;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.usage.price.Prices;
import dev.svc.server.wiring.follow.CatalogStores;
import dev.svc.server.wiring.usage.UsageNames;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/// What the sessions of a catalog used, with the usual settings.
public final class TestUsage {
    private TestUsage() {}

    public static Usage over(Path folder, Catalog catalog, Supplier<Collection<Running>> running) {
        return new Usage(
                folder,
                new Prices(folder.resolve("prices.json")),
                new Usage.Around(
                        CatalogStores.all(catalog, running),
                        engine -> catalog.engines().find(engine).flatMap(EngineProvider::usage),
                        catalog::stored,
                        new UsageNames(catalog, () -> Organisation.EMPTY),
                        () -> new UsageSettings(null, null, false),
                        List::of,
                        _ -> {},
                        _ -> {},
                        () -> false,
                        InstantSource.system(),
                        ZoneOffset.UTC));
    }
}
