package dev.svc.server.wiring.fleet;

import dev.svc.server.fleet.line.HostLine;
import dev.svc.server.http.gate.Visitor;

/// The terminals of this service, as its socket opens them.
@FunctionalInterface
public interface OwnTerminals {

    /// Serves the socket of a terminal at the end of a line, until that is over; returns at once.
    ///
    /// @param address path and query of the terminal's socket
    void serve(String address, Visitor visitor, HostLine line);
}
