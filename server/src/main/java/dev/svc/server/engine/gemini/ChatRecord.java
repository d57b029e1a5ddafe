package dev.svc.server.engine.gemini;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import org.jspecify.annotations.Nullable;

/// One line of a chat file, taken apart in one pass. Only valid while its line is.
final class ChatRecord {
    private String sessionId = "";
    private String projectHash = "";
    private String startTime = "";
    private String lastUpdated = "";
    private String kind = "";
    private @Nullable String rewindTo;
    private @Nullable JsonView set;
    private final GeminiMessage.Builder message = new GeminiMessage.Builder();

    private ChatRecord() {}

    /// Null when the line is not a complete JSON object.
    static @Nullable ChatRecord of(JsonLine line) {
        var record = new ChatRecord();
        return line.view().members(record::member) ? record : null;
    }

    private void member(String name, JsonView value) {
        switch (name) {
            case "sessionId" -> sessionId = value.text(250);
            case "projectHash" -> projectHash = value.text(100);
            case "startTime" -> startTime = value.text(40);
            case "lastUpdated" -> lastUpdated = value.text(40);
            case "kind" -> kind = value.text(40);
            case "$rewindTo" -> rewindTo = value.text(200);
            case "$set" -> set = value;
            default -> message.member(name, value);
        }
    }

    boolean isHeader() {
        return !sessionId.isEmpty() && !projectHash.isEmpty();
    }

    String sessionId() {
        return sessionId;
    }

    String projectHash() {
        return projectHash;
    }

    String startTime() {
        return startTime;
    }

    String lastUpdated() {
        return lastUpdated;
    }

    String kind() {
        return kind;
    }

    @Nullable
    String rewindTo() {
        return rewindTo;
    }

    @Nullable
    JsonView set() {
        return set;
    }

    GeminiMessage message() {
        return message.build();
    }
}
