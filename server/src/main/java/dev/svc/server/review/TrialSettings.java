package dev.svc.server.review;

import dev.svc.server.review.model.Endpoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Settings that are tried before they are kept.
///
/// @param key null for the one that is kept for this endpoint, if any
/// @param timeout null leaves it to the variable
/// @param instruction null for ours
public record TrialSettings(
        Endpoint endpoint,
        @Nullable String model,
        @Nullable String key,
        @Nullable Duration timeout,
        @Nullable String instruction) {}
