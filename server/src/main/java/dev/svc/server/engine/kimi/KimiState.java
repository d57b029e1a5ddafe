package dev.svc.server.engine.kimi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Excerpt;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What state.json says, in both of its forms: the older one has `workDir` and ISO times, the newer `cwd` and
/// milliseconds.
record KimiState(
        @Nullable String cwd,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt,
        @Nullable String title,
        @Nullable String lastPrompt,
        boolean archived) {

    static final KimiState UNKNOWN = new KimiState(null, null, null, null, null, false);

    /// What the program shows until there is a title.
    private static final String PLACEHOLDER = "New Session";

    private static final long LATEST = 253_402_300_799_999L;

    static KimiState of(JsonNode state) {
        String cwd = folder(state.path("cwd"));
        return new KimiState(
                cwd != null ? cwd : folder(state.path("workDir")),
                time(state.path("createdAt")),
                time(state.path("updatedAt")),
                title(state),
                Excerpt.message(state.path("lastPrompt").asText("")),
                state.path("archived").asBoolean());
    }

    /// An absolute path that a file system can hold; null for anything else.
    static @Nullable String folder(JsonNode value) {
        String path = value.textValue();
        return path != null && path.startsWith("/") && path.indexOf('\0') < 0 ? path : null;
    }

    private static @Nullable String title(JsonNode state) {
        String title = Excerpt.title(state.path("title").asText(""));
        return PLACEHOLDER.equals(title) && !isCustom(state) ? null : title;
    }

    private static boolean isCustom(JsonNode state) {
        return state.path("isCustomTitle").asBoolean()
                || "custom".equals(state.path("titleKind").textValue());
    }

    static @Nullable Instant time(JsonNode value) {
        if (value.isNumber()) {
            double millis = value.doubleValue();
            return millis > 0 && millis <= LATEST ? Instant.ofEpochMilli((long) millis) : null;
        }
        try {
            return value.isTextual() ? Instant.parse(value.textValue()) : null;
        } catch (DateTimeException noTime) {
            return null;
        }
    }
}
