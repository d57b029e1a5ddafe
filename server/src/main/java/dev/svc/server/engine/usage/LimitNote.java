package dev.svc.server.engine.usage;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How much of a limit of an account was used, as a log says it.
///
/// @param name what the program calls it
/// @param minutes how long its window is; 0 where the log does not say
/// @param resetsAt when it begins again; null where the log does not say
public record LimitNote(
        String name,
        double usedPercent,
        int minutes,
        @Nullable Instant resetsAt,
        Instant seenAt) {}
