package dev.svc.server.engine.copilot;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonMembers;
import dev.svc.server.engine.json.JsonView;

/// One event of a log, as it lies in its line. Valid while its line is.
final class CopilotEntry {
    private static final int LONGEST_NAME = 200;
    private static final JsonView NONE = JsonView.of("");

    /// The prompt of the program, and what it notes of a call of its own: long, and nobody's words.
    private static final byte[] PROMPT = begins("system.message");

    private static final byte[] MODEL = begins("model.");

    private static final JsonMembers<CopilotEntry> MEMBERS = JsonMembers.<CopilotEntry>none()
            .and("type", (entry, value) -> entry.type = value.text(LONGEST_NAME))
            .and("data", (entry, value) -> entry.data = value)
            .and("id", (entry, value) -> entry.id = value.text(LONGEST_NAME))
            .and("timestamp", (entry, value) -> entry.timestamp = value.text(LONGEST_NAME))
            .and("agentId", (entry, value) -> entry.agent = value.text(LONGEST_NAME));

    String type = "";
    String id = "";
    String timestamp = "";

    /// The sub-agent that wrote it into the same log; empty for what the conversation itself is made of.
    String agent = "";

    JsonView data = NONE;
    boolean isWhole;

    private CopilotEntry() {}

    static CopilotEntry of(JsonLine line) {
        var entry = new CopilotEntry();
        entry.isWhole = line.view().members(MEMBERS, entry);
        return entry;
    }

    static boolean isBulky(JsonLine line) {
        return line.startsWith(PROMPT) || line.startsWith(MODEL);
    }

    /// How a line begins that has an event of this type.
    static byte[] begins(String type) {
        return ("{\"type\":\"" + type).getBytes(US_ASCII);
    }

    String text(String member) {
        return data.member(member).text(LONGEST_NAME);
    }

    JsonView content() {
        return data.member("content");
    }

    /// What a person typed: the program puts words of its own, and those of its skills, into prompts as well.
    boolean isTyped() {
        var source = text("source");
        return (source.isEmpty() || source.equals("user"))
                && !data.member("isAutopilotContinuation").isTrue();
    }

    String call() {
        return text("toolCallId");
    }

    boolean isApproved() {
        var kind = data.member("result").member("kind").text(LONGEST_NAME);
        return kind.isEmpty() || kind.startsWith("approved");
    }
}
