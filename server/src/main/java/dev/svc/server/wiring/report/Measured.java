package dev.svc.server.wiring.report;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.term.TermSockets;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.search.Search;
import dev.svc.server.terminal.Terminals;

/// What of a running service is measured.
public record Measured(
        Engines engines,
        Catalog catalog,
        Metadata metadata,
        Terminals terminals,
        TermSockets sockets,
        LiveEvents events,
        Search search) {}
