package dev.svc.server.search;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.search.index.TurnFinder;
import dev.svc.server.wiring.follow.CatalogStores;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// A search over the stores of a catalog, with its usual settings.
public final class TestSearch {
    private TestSearch() {}

    public static Search over(Path folder, Catalog catalog) {
        return over(folder, catalog, InstantSource.system());
    }

    public static Search over(Path folder, Catalog catalog, InstantSource clock) {
        return over(
                folder,
                new Search.Around(
                        CatalogStores.conversations(catalog, List::of),
                        () -> new SearchSettings(true, 2048),
                        () -> false,
                        status -> {},
                        clock));
    }

    /// Which never ends early because the machine is busy.
    public static Search over(Path folder, Search.Around around) {
        return new Search(folder, around, new TurnFinder.Times(Waiting.PATIENCE, Waiting.PATIENCE));
    }
}
