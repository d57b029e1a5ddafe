package dev.svc.server.cli;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.config.Config;

/// One look at every session, beside a running server or without one; made by the root, closed by its user.
public interface CatalogView {

    /// Looks at the sessions as this configuration finds them.
    Seen look(Config config);

    /// What was there.
    ///
    /// @param served whether a service of this home runs, which alone knows what has a terminal
    record Seen(Engines engines, Organisation organisation, boolean served, Catalog catalog) implements AutoCloseable {
        @Override
        public void close() {
            catalog.close();
        }
    }
}
