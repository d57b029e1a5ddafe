package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonMembers;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.session.SessionFacts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The parts of a transcript record that a row needs. Filled while its line is scanned, read-only afterwards.
final class ClaudeRecord {
    private static final int ENOUGH = SessionFacts.MAX_FIRST_MESSAGE + 100;

    private static final int SHORT = 4 << 10;

    private static final JsonMembers<ClaudeRecord> MEMBERS = JsonMembers.<ClaudeRecord>none()
            .and("type", (record, value) -> record.kind = value.text())
            .and("timestamp", (record, value) -> record.timestamp = value.text())
            .and("uuid", (record, value) -> record.uuid = value.text())
            .and("version", (record, value) -> record.version = value.text())
            .and("cwd", (record, value) -> record.cwd = value.text())
            .and("gitBranch", (record, value) -> record.branch = value.text())
            .and("customTitle", ClaudeRecord::takeTitle)
            .and("aiTitle", ClaudeRecord::takeTitle)
            .and("summary", ClaudeRecord::takeTitle)
            .and("leafUuid", (record, value) -> record.leaf = value.text())
            .and("isApiErrorMessage", (record, value) -> record.apiError = value.isTrue())
            .and("isSidechain", ClaudeRecord::takeInjected)
            .and("isMeta", ClaudeRecord::takeInjected)
            .and("isCompactSummary", ClaudeRecord::takeInjected)
            .and("isVisibleInTranscriptOnly", ClaudeRecord::takeInjected)
            .and("origin", ClaudeRecord::takeOrigin)
            .and(
                    "promptSource",
                    (record, value) -> record.injected |= value.text().equals("system"))
            .and("message", (record, value) -> value.members(ClaudeMessage.MEMBERS, record.message))
            .and("attachment", ClaudeRecord::takeAttachment);

    private static final JsonMembers<ClaudeRecord> OF_ORIGIN = JsonMembers.<ClaudeRecord>none()
            .and("kind", (record, kind) -> record.injected |= !"human".equals(kind.text()));

    private static final JsonMembers<ClaudeRecord> OF_IDENTITY =
            JsonMembers.<ClaudeRecord>none().and("modelId", (record, model) -> record.offered = model.text());

    /// Of all that the program attaches, only the note about the model says something about the row.
    private static final JsonMembers<ClaudeRecord> OF_ATTACHMENT =
            JsonMembers.<ClaudeRecord>none().and("identity", (record, value) -> value.members(OF_IDENTITY, record));

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

    /// Empty when the line is not a complete JSON object.
    static Optional<ClaudeRecord> of(JsonLine line) {
        return of(line, ENOUGH);
    }

    /// As [#of(JsonLine)], without what was said.
    static Optional<ClaudeRecord> speechless(JsonLine line) {
        return of(line, 0);
    }

    private static Optional<ClaudeRecord> of(JsonLine line, int words) {
        var record = new ClaudeRecord(words);
        return line.view().members(MEMBERS, record) ? Optional.of(record) : Optional.empty();
    }

    private void takeTitle(JsonView value) {
        title = value.text(ENOUGH);
    }

    private void takeInjected(JsonView value) {
        injected |= value.isTrue();
    }

    private void takeOrigin(JsonView origin) {
        origin.members(OF_ORIGIN, this);
    }

    private void takeAttachment(JsonView attachment) {
        if (attachment.length() <= SHORT) {
            attachment.members(OF_ATTACHMENT, this);
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
