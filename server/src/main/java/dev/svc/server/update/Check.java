package dev.svc.server.update;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a look at the channel found.
///
/// @param latest what the channel offers; null where that is not known
/// @param newer whether it would be installed
/// @param offer the same and why not, as a word of [Offered]
/// @param notes why it would not, or what it is; in a sentence
public record Check(
        String current,
        @Nullable String latest,
        String channel,
        boolean newer,
        String offer,
        Instant checkedAt,
        String notes) {}
