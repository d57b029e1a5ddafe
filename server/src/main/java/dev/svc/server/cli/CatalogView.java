package dev.svc.server.cli;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.config.Config;
import java.time.Duration;

/// One look at every session, beside a running server or without one; made by the root, closed by its user.
public interface CatalogView {

    /// Looks at the sessions as this configuration finds them.
    Seen look(Config config);

    /// What was there.
    ///
    /// @param served whether a service of this home runs, which alone knows what has a terminal
    record Seen(Engines engines, Organisation organisation, boolean served, Catalog catalog) implements AutoCloseable {
        private static final Duration LOOKING = Duration.ofMinutes(10);

        /// The row of a session, once all stores were looked at; a command ends here where there is none.
        public Row require(String sid) throws InterruptedException {
            var id = engines.findId(sid).orElseThrow(() -> absent(sid));
            catalog.start();
            var _ = catalog.awaitScanned(LOOKING);
            return catalog.find(id).orElseThrow(() -> absent(sid));
        }

        private static CommandException absent(String sid) {
            return new CommandException(
                    ExitCode.FAILED, "There is no session %s: svc sessions lists those that there are.".formatted(sid));
        }

        @Override
        public void close() {
            catalog.close();
        }
    }
}
