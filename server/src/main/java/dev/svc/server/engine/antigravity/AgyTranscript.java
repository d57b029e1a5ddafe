package dev.svc.server.engine.antigravity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLine;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes the records of transcript.jsonl; tools' output, which is most of it, is passed over without being parsed.
final class AgyTranscript {
    private static final byte[] OPENING = "{\"step_index\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TYPE = "\"type\":\"".getBytes(StandardCharsets.UTF_8);
    private static final int REACH = 160;

    private static final String TYPED = "USER_INPUT";
    private static final String ANSWERED = "PLANNER_RESPONSE";
    private static final Set<String> PASSED_OVER =
            Set.of("CONVERSATION_HISTORY", "SYSTEM_MESSAGE", "RUN_COMMAND", "VIEW_FILE", "GENERIC");

    private final AgyTalk talk;

    AgyTranscript(AgyTalk talk) {
        this.talk = talk;
    }

    void add(JsonLine line) {
        if (line.isTooLong()) {
            talk.skipped.tooLong("");
            return;
        }
        String type = line.startsWith(OPENING) ? line.quotedAfter(TYPE, REACH) : "";
        if (talk.startedAt != null && PASSED_OVER.contains(type)) {
            return;
        }
        if (!line.isBlank()) {
            line.object().ifPresentOrElse(this::add, () -> talk.skipped.damaged(""));
        }
    }

    private void add(JsonNode record) {
        talk.at(time(record.path("created_at").textValue()));
        String type = record.path("type").asText("");
        if (type.equals(TYPED)) {
            typed(record);
        } else if (type.equals(ANSWERED)) {
            talk.answered(record.path("content").asText(""));
        } else if (!PASSED_OVER.contains(type)) {
            talk.skipped.unknown(type, "");
        }
    }

    /// The program itself speaks in the person's place too.
    private void typed(JsonNode record) {
        String source = record.path("source").asText("");
        if (!source.equals("SYSTEM") && !source.equals("MODEL")) {
            talk.typed(record.path("content").asText(""));
        }
    }

    private static @Nullable Instant time(@Nullable String iso) {
        try {
            return iso == null ? null : Instant.parse(iso);
        } catch (DateTimeException noTime) {
            return null;
        }
    }
}
