package dev.svc.server.engine.qwen;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonMembers;
import dev.svc.server.engine.json.JsonView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parts of a chat's record that matter, as they lie in their line. Valid while its line is.
final class QwenRecord {
    private static final JsonView NONE = JsonView.of("");
    private static final Set<String> TYPES = Set.of("user", "assistant", "tool_result", "system");

    /// What a person typed while tools ran.
    private static final String MEANWHILE = "mid_turn_user_message";

    private static final String PERSON = "real_user";
    private static final int SHORT = 200;
    private static final int LONGEST_PATH = 4_096;

    private static final JsonMembers<QwenRecord> MEMBERS = JsonMembers.<QwenRecord>none()
            .and("uuid", (record, value) -> record.uuid = value.text(SHORT))
            .and("type", (record, value) -> record.type = value.text(SHORT))
            .and("subtype", (record, value) -> record.subtype = value.text(SHORT))
            .and("provenance", (record, value) -> record.provenance = value.text(SHORT))
            .and("timestamp", (record, value) -> record.timestamp = value.text(SHORT))
            .and("version", (record, value) -> record.version = value.text(SHORT))
            .and("cwd", (record, value) -> record.cwd = value.text(LONGEST_PATH + 1))
            .and("gitBranch", (record, value) -> record.branch = value.text(SHORT))
            .and("model", (record, value) -> record.model = value.text(SHORT))
            .and("isSidechain", (record, value) -> record.isAgents = value.isTrue())
            .and("message", (record, value) -> record.message = value)
            .and("systemPayload", (record, value) -> record.payload = value)
            .and("toolCallResult", (record, value) -> record.result = value)
            .and("usageMetadata", (record, value) -> record.usage = value);

    String uuid = "";
    String type = "";
    String subtype = "";
    String timestamp = "";
    String version = "";
    String branch = "";
    String model = "";

    /// Whether a sub-agent wrote it.
    boolean isAgents;

    JsonView payload = NONE;

    /// What the program itself notes of what came of a call.
    JsonView result = NONE;

    JsonView usage = NONE;
    private String provenance = "";
    private String cwd = "";
    private JsonView message = NONE;
    private @Nullable List<QwenPart> parts;

    private QwenRecord() {}

    /// Empty when the line is not a complete JSON object.
    static Optional<QwenRecord> of(JsonLine line) {
        var record = new QwenRecord();
        return line.view().members(MEMBERS, record) ? Optional.of(record) : Optional.empty();
    }

    boolean isKnown() {
        return TYPES.contains(type);
    }

    boolean isSystem(String kind) {
        return type.equals("system") && subtype.equals(kind);
    }

    boolean isAnswer() {
        return type.equals("assistant");
    }

    boolean isResult() {
        return type.equals("tool_result");
    }

    /// The working folder, where it is an absolute path that a file system can hold.
    @Nullable
    String folder() {
        return cwd.startsWith("/") && cwd.length() <= LONGEST_PATH && cwd.indexOf('\0') < 0 ? cwd : null;
    }

    List<QwenPart> parts() {
        if (parts == null) {
            var found = new ArrayList<QwenPart>();
            message.member("parts").elements(part -> found.add(QwenPart.of(part)));
            parts = found;
        }
        return parts;
    }

    /// What a person typed; empty for what the program put in.
    String typed(int characters) {
        if (!isPersons() || parts().stream().anyMatch(QwenPart::isResponse)) {
            return "";
        }
        // The model may have been given more than was typed.
        var shown = payload.member("displayText").text(characters);
        return shown.isBlank() ? said(characters) : shown;
    }

    /// Versions that do not say who a message is from mark those that are not a person's; a sub-agent's prompt is the
    /// call's.
    private boolean isPersons() {
        boolean isUnmarked = subtype.isEmpty() || subtype.equals(MEANWHILE);
        return type.equals("user") && (provenance.isEmpty() ? isUnmarked : provenance.equals(PERSON));
    }

    /// The words of the message, without what was only thought.
    String said(int characters) {
        var words = new StringBuilder();
        for (var part : parts()) {
            var more = words.length() < characters ? part.said(characters) : "";
            if (!more.isBlank()) {
                words.append(words.isEmpty() ? "" : "\n").append(more);
            }
        }
        return words.toString();
    }
}
