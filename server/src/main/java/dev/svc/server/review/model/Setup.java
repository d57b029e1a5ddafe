package dev.svc.server.review.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The review's settings, as of one moment.
///
/// @param endpoint null before somebody named one
/// @param model null before somebody chose one
/// @param timeout of one call; null leaves it to the variable
/// @param mostSessions calls of one run of the loop
/// @param titles whether an untitled session gets the suggested title
/// @param instruction what to look for, in the person's own words; null for ours
public record Setup(
        boolean enabled,
        @Nullable Endpoint endpoint,
        @Nullable String model,
        Duration interval,
        @Nullable Duration timeout,
        int mostSessions,
        boolean titles,
        @Nullable String instruction) {
    public static final int LEAST_INTERVAL = 5;
    public static final int MOST_INTERVAL = 1440;
    public static final int USUAL_INTERVAL = 30;
    public static final int LEAST_TIMEOUT = 10;
    public static final int MOST_TIMEOUT = 600;
    public static final int MOST_SESSIONS = 100;
    public static final int USUAL_SESSIONS = 10;
    public static final int LONGEST_MODEL = 200;
    public static final int LONGEST_INSTRUCTION = 4000;

    /// Reads the settings. A value edited by hand that makes no sense counts as unset.
    public static Setup of(JsonNode settings) {
        return new Setup(
                settings.path("enabled").asBoolean(false),
                text(settings, "base_url").flatMap(Endpoint::find).orElse(null),
                text(settings, "model").orElse(null),
                Duration.ofMinutes(number(settings, "interval_minutes", LEAST_INTERVAL, MOST_INTERVAL)
                        .orElse(USUAL_INTERVAL)),
                number(settings, "request_timeout", LEAST_TIMEOUT, MOST_TIMEOUT)
                        .map(Duration::ofSeconds)
                        .orElse(null),
                number(settings, "max_sessions_per_run", 1, MOST_SESSIONS).orElse(USUAL_SESSIONS),
                settings.path("apply_titles").asBoolean(true),
                text(settings, "prompt").orElse(null));
    }

    private static Optional<String> text(JsonNode settings, String name) {
        return Optional.of(settings.path(name))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .filter(text -> !text.isBlank());
    }

    private static Optional<Integer> number(JsonNode settings, String name, int least, int most) {
        return Optional.of(settings.path(name))
                .filter(JsonNode::canConvertToInt)
                .map(JsonNode::asInt)
                .filter(value -> value >= least && value <= most);
    }

    /// Whether an endpoint and a model are set.
    public boolean isComplete() {
        return endpoint != null && model != null;
    }
}
