package dev.svc.server.engine.codex;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parts of a rollout record that a conversation needs, as they lie in its line. Valid while its line is.
final class CodexEntry {
    private static final byte[] PAYLOAD = "\"payload\":{\"type\":\"".getBytes(US_ASCII);
    private static final int REACH = 400;

    /// Records and events without a word in them, and often long.
    private static final Set<String> PASSED_OVER =
            Set.of("world_state", "token_usage_record", "turn_context", "token_count", "task_started", "message");

    String kind = "";
    String timestamp = "";
    String type = "";
    String callId = "";

    @Nullable
    JsonView payload;

    @Nullable
    JsonView item;

    private CodexEntry() {}

    /// Empty kind when the line is not a complete JSON object, or has nothing that a conversation needs.
    static CodexEntry of(JsonLine line) {
        var entry = new CodexEntry();
        if (PASSED_OVER.contains(CodexRecord.kind(line))
                || PASSED_OVER.contains(line.quotedAfter(PAYLOAD, REACH))
                || !line.view().members(entry::take)) {
            entry.kind = "";
        }
        return entry;
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "timestamp" -> timestamp = value.text();
            case "type" -> kind = value.text();
            case "payload" -> {
                payload = value;
                value.members(this::takePayload);
            }
            default -> {}
        }
    }

    private void takePayload(String key, JsonView value) {
        switch (key) {
            case "type" -> type = value.text();
            case "call_id" -> callId = value.text();
            case "item" -> item = value;
            default -> {}
        }
    }

    String text(String member) {
        return payload == null ? "" : payload.member(member).text();
    }

    String itemType() {
        return item == null ? "" : item.member("type").text();
    }

    boolean isCall() {
        return type.endsWith("_call") && !callId.isEmpty();
    }

    boolean isCallOutput() {
        return type.endsWith("_call_output");
    }

    CodexSpeech speech(int enough) {
        var speech = new CodexSpeech(enough);
        if (payload != null) {
            payload.members(speech::take);
        }
        return speech;
    }

    /// What the turn failed with; empty when it did not.
    String error() {
        if (payload == null) {
            return "";
        }
        return switch (type) {
            case "task_complete", "turn_complete" ->
                payload.member("error").member("message").text();
            case "error" -> text("message");
            default -> "";
        };
    }
}
