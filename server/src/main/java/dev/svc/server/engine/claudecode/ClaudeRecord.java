package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.JsonLine;
import dev.svc.server.engine.JsonNames;
import dev.svc.server.engine.JsonView;
import dev.svc.server.session.SessionFacts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One record of a transcript, as far as a row needs it. Filled while its line is looked at, then only read.
final class ClaudeRecord {
    private static final int ENOUGH = SessionFacts.MAX_FIRST_MESSAGE + 100;

    private static final int SHORT = 4 << 10;

    private static final JsonNames WANTED = JsonNames.of(
            "type",
            "timestamp",
            "uuid",
            "version",
            "cwd",
            "gitBranch",
            "customTitle",
            "aiTitle",
            "summary",
            "leafUuid",
            "isApiErrorMessage",
            "isSidechain",
            "isMeta",
            "isCompactSummary",
            "isVisibleInTranscriptOnly",
            "origin",
            "promptSource",
            "message",
            "attachment");

    String kind = "";
    String timestamp = "";
    String uuid = "";
    String version = "";

    @Nullable
    String cwd;

    @Nullable
    String branch;

    String title = "";
    String leaf = "";
    String offered = "";
    boolean apiError;
    final ClaudeMessage message;
    private boolean injected;

    private ClaudeRecord(int words) {
        this.message = new ClaudeMessage(words);
    }

    /// Empty when the line is no whole JSON object.
    static Optional<ClaudeRecord> of(JsonLine line) {
        return of(line, ENOUGH);
    }

    /// As [#of(JsonLine)], without what was said.
    static Optional<ClaudeRecord> speechless(JsonLine line) {
        return of(line, 0);
    }

    private static Optional<ClaudeRecord> of(JsonLine line, int words) {
        var record = new ClaudeRecord(words);
        return line.view().members(WANTED, record::take) ? Optional.of(record) : Optional.empty();
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "type" -> kind = value.text();
            case "timestamp" -> timestamp = value.text();
            case "uuid" -> uuid = value.text();
            case "version" -> version = value.text();
            case "cwd" -> cwd = value.text();
            case "gitBranch" -> branch = value.text();
            case "customTitle", "aiTitle", "summary" -> title = value.text(ENOUGH);
            case "leafUuid" -> leaf = value.text();
            case "isApiErrorMessage" -> apiError = value.isTrue();
            case "isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly" -> injected |= value.isTrue();
            case "origin" ->
                value.members((name, kindOf) -> injected |= name.equals("kind") && !"human".equals(kindOf.text()));
            case "promptSource" -> injected |= value.text().equals("system");
            case "message" -> value.members(ClaudeMessage.WANTED, message::take);
            case "attachment" -> takeAttachment(value);
            default -> {}
        }
    }

    /// Of all that the program attaches, only the note about the model says something about the row.
    private void takeAttachment(JsonView attachment) {
        if (attachment.length() <= SHORT) {
            attachment.members((key, value) -> {
                if (key.equals("identity")) {
                    value.members((name, id) -> offered = name.equals("modelId") ? id.text() : offered);
                }
            });
        }
    }

    /// What a person said or did with it; nothing for tool results and text that the program put in.
    ClaudeMessage.Said said() {
        return kind.equals("user") && !injected ? message.said() : ClaudeMessage.Said.NOTHING;
    }

    /// An answer that people see: not the model's thinking, not its calls of tools, not what a sub-agent said.
    boolean isVisibleAnswer() {
        return kind.equals("assistant") && !injected && message.hasText() && (apiError || !message.isSynthetic());
    }

    /// The model that answered; empty for what the program made up itself.
    String model() {
        return kind.equals("assistant") && !injected && !message.isSynthetic() ? message.model : "";
    }

    boolean isSpoken() {
        return (kind.equals("user") || kind.equals("assistant")) && !uuid.isEmpty();
    }
}
