package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;

/// A piece of a store and what it said when it was last read.
record KnownPiece(Piece piece, Reading reading) {

    static final Reading NOTHING = new Reading(java.util.List.of(), java.util.List.of(), java.util.List.of(), "", true);
}
