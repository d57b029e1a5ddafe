package dev.svc.server.change.fold;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Who changed a line.
///
/// @param turn the number of the turn; negative where nobody knows
record Stamp(int turn, @Nullable Instant at) {
    static final Stamp UNKNOWN = new Stamp(-1, null);

    static Stamp later(Stamp one, Stamp other) {
        return one.turn() >= other.turn() ? one : other;
    }
}
