package dev.svc.server.engine.grok;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What summary.json says of a session.
///
/// @param messages how many records of the conversation there are, by the program's own count
/// @param isAgent whether it is a sub-agent's; which session started that stands in the log of that one
record GrokSummary(
        @Nullable String cwd,
        @Nullable String title,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable String model,
        @Nullable String branch,
        long messages,
        boolean isAgent) {
    static final GrokSummary UNKNOWN = new GrokSummary(null, null, null, null, null, null, 0, false);

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    static GrokSummary of(JsonNode summary) {
        var title = Excerpt.title(summary.path("generated_title").asText(""));
        return new GrokSummary(
                folder(summary.path("info").path("cwd").textValue()),
                title != null
                        ? title
                        : Excerpt.title(summary.path("session_summary").asText("")),
                time(summary.path("created_at")),
                time(summary.path("updated_at")),
                Excerpt.title(summary.path("current_model_id").asText("")),
                Excerpt.title(summary.path("head_branch").asText("")),
                summary.path("num_messages").asLong(0),
                "subagent".equals(summary.path("session_kind").textValue()));
    }

    /// An absolute path that a file system can hold; null for anything else.
    static @Nullable String folder(@Nullable String path) {
        return path != null && path.startsWith("/") && path.indexOf('\0') < 0 ? path : null;
    }

    private static @Nullable Instant time(JsonNode value) {
        return Timestamp.find(value.asText(""))
                .filter(time -> time.isAfter(Instant.EPOCH) && time.isBefore(LATEST))
                .orElse(null);
    }
}
