package dev.svc.server.engine.copilot;

import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gathers what a log tells, event by event. Owned by the reading that made it.
final class CopilotLog {
    private static final int GLIMPSE = 700;
    private static final int LONGEST = 4096;
    private static final int LONGEST_VERSION = 20;

    /// First words of the types that programs of this format write.
    private static final Set<String> KNOWN = Set.of(
            "abort",
            "assistant",
            "auto_mode_switch",
            "capabilities",
            "command",
            "commands",
            "elicitation",
            "exit_plan_mode",
            "external_tool",
            "factory",
            "hook",
            "mcp",
            "mcp_app",
            "model",
            "pending_messages",
            "permission",
            "sampling",
            "session",
            "session_limits_exhausted",
            "skill",
            "subagent",
            "system",
            "tool",
            "tool_search",
            "ui",
            "user",
            "user_input");

    final SkippedRecords skipped;
    int typed;
    int answers;
    String version = "";

    /// Epoch milliseconds; 0 when no event said.
    long created;

    long updated;

    @Nullable
    String firstPrompt;

    @Nullable
    String model;

    @Nullable
    String cwd;

    @Nullable
    String branch;

    CopilotLog(SkippedRecords skipped) {
        this.skipped = skipped;
    }

    void add(JsonLine line) {
        if (line.isTooLong()) {
            skipped.tooLong(version);
        } else if (!line.isBlank() && !CopilotEntry.isBulky(line)) {
            var entry = CopilotEntry.of(line);
            if (entry.isWhole) {
                add(entry);
            } else {
                skipped.damaged(version);
            }
        }
    }

    private void add(CopilotEntry entry) {
        updated = Math.max(updated, Timestamp.millisOrZero(entry.timestamp));
        int dot = entry.type.indexOf('.');
        if (!KNOWN.contains(dot < 0 ? entry.type : entry.type.substring(0, dot))) {
            skipped.unknown(entry.type, version);
        } else if (entry.agent.isEmpty()) {
            take(entry);
        }
    }

    private void take(CopilotEntry entry) {
        switch (entry.type) {
            case "session.start" -> start(entry);
            case "session.resume" -> model(entry, "selectedModel");
            case "session.model_change" -> model(entry, "newModel");
            case "user.message" -> prompt(entry);
            case "assistant.message" -> {
                model(entry, "model");
                answers += entry.content().text(GLIMPSE).isBlank() ? 0 : 1;
            }
            default -> {}
        }
    }

    private void start(CopilotEntry entry) {
        var context = entry.data.member("context");
        version = Excerpt.cut(entry.text("copilotVersion"), LONGEST_VERSION);
        long begun = Timestamp.millisOrZero(entry.text("startTime"));
        created = begun > 0 ? begun : Timestamp.millisOrZero(entry.timestamp);
        cwd = CopilotNote.folder(context.member("cwd").text(LONGEST));
        branch = Excerpt.title(context.member("branch").text(LONGEST));
        model(entry, "selectedModel");
    }

    private void model(CopilotEntry entry, String member) {
        var named = Excerpt.title(entry.text(member));
        model = named == null ? model : named;
    }

    private void prompt(CopilotEntry entry) {
        if (!entry.isTyped() || entry.content().text(GLIMPSE).isBlank()) {
            return;
        }
        typed++;
        if (firstPrompt == null) {
            firstPrompt = Excerpt.message(entry.content().text(GLIMPSE));
        }
    }
}
