package dev.svc.server.catalog.scan;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;

/// A piece of a store and what it said when it was last read.
///
/// @param settled whether its stamps stand for what was read; otherwise it is read again, whether they change or not
record KnownPiece(Piece piece, Reading reading, boolean settled) {

    static final Reading NOTHING = new Reading(java.util.List.of(), java.util.List.of(), java.util.List.of(), "", true);

    /// Whether there is nothing to be read that is not known.
    boolean is(Piece found) {
        return settled && piece.equals(found);
    }
}
