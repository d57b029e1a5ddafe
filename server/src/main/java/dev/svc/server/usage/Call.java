package dev.svc.server.usage;

import dev.svc.server.engine.usage.TokenCounts;

/// A call of a model as it is kept.
///
/// @param session the number of the one that it counts for
/// @param at in milliseconds since 1970
/// @param model its number
/// @param cost in dollars, as the program says it; 0 where it does not
record Call(int session, long at, int model, CallKind kind, TokenCounts tokens, double cost) {
    private static final int MILLIS = 1_000;

    /// When it was, in seconds since 1970.
    long second() {
        return Math.floorDiv(at, MILLIS);
    }
}
