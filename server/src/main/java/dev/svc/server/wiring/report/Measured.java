package dev.svc.server.wiring.report;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.term.TermSockets;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.search.Search;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.usage.Usage;
import dev.svc.server.vault.Keeping;
import java.util.Optional;
import java.util.function.Supplier;

/// What of a running service is measured.
public record Measured(
        Engines engines,
        Catalog catalog,
        Metadata metadata,
        Terminals terminals,
        TermSockets sockets,
        LiveEvents events,
        Search search,
        Supplier<Optional<Keeping>> vault,
        Usage usage) {}
