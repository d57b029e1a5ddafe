package dev.svc.server.update;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a look at the channel found.
///
/// @param latest what the channel offers; null where that is not known
/// @param newer whether it would be installed
/// @param notes why it would not, or what it is; in a sentence
public record Check(
        String current, @Nullable String latest, String channel, boolean newer, Instant checkedAt, String notes) {}
