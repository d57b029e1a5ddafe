package dev.svc.server.engine.codex;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The parts of a rollout record that a row needs. Filled while its line is scanned, read-only afterwards.
final class CodexRecord {
    private static final byte[] TIMESTAMP = "\"timestamp\":\"".getBytes(US_ASCII);
    private static final byte[] TYPE = "\"type\":\"".getBytes(US_ASCII);
    private static final byte[] EVENT = "\"payload\":{\"type\":\"".getBytes(US_ASCII);
    private static final byte[] ITEM = "\"item\":{\"type\":\"".getBytes(US_ASCII);
    private static final int REACH = 400;

    String timestamp = "";
    String kind = "";

    @Nullable
    CodexMeta meta;

    String model = "";
    final CodexSpeech speech = new CodexSpeech();

    private boolean understood;

    private CodexRecord() {}

    /// Empty when the line is not a complete JSON object. Known machinery is skipped.
    static Optional<CodexRecord> of(JsonLine line) {
        var record = new CodexRecord();
        if (record.isMachinery(line)) {
            record.understood = true;
            return Optional.of(record);
        }
        var whole = new CodexRecord();
        return line.view().members(whole::take) ? Optional.of(whole) : Optional.empty();
    }

    /// When the line was written, from its first bytes.
    static String timestamp(JsonLine line) {
        return line.quotedAfter(TIMESTAMP, REACH);
    }

    static String kind(JsonLine line) {
        return line.quotedAfter(TYPE, REACH);
    }

    private boolean isMachinery(JsonLine line) {
        timestamp = timestamp(line);
        kind = kind(line);
        if (timestamp.isEmpty()) {
            return false;
        }
        if (kind.equals("event_msg")) {
            var event = line.quotedAfter(EVENT, REACH);
            var item = event.equals("item_completed") ? line.quotedAfter(ITEM, REACH) : "";
            return CodexKinds.isSilentEvent(event) || CodexKinds.isSilentItem(item);
        }
        return CodexKinds.isMachinery(kind);
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "timestamp" -> timestamp = value.text();
            case "type" -> kind = value.text();
            case "payload" -> takePayload(value);
            default -> {}
        }
    }

    /// The type stands before the payload in every version; a record in another order is not understood.
    private void takePayload(JsonView payload) {
        switch (kind) {
            case "session_meta" -> meta = CodexMeta.of(payload);
            case "turn_context" -> payload.members((key, value) -> model = key.equals("model") ? value.text() : model);
            case "event_msg" -> payload.members(speech::take);
            default -> {}
        }
    }

    /// What to count it as when it is not understood; empty when it is.
    String unknown() {
        if (understood) {
            return "";
        }
        return switch (kind) {
            case "session_meta", "turn_context" -> "";
            case "event_msg" -> speech.unknown();
            default -> CodexKinds.isMachinery(kind) ? "" : kind.isEmpty() ? "record without a type" : kind;
        };
    }
}
