package dev.svc.server.engine.change;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A deed of a turn.
///
/// @param turn its number, as the conversation's index counts turns; a sub-agent's deeds are those of the call that
///     started it
public record Edit(int turn, @Nullable Instant at, Deed deed) {}
