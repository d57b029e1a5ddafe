package dev.svc.server.engine.kimi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Gathers what the main agent's wire log tells, record by record. Owned by the reading that made it.
///
/// Every message is on the wire up to three times (as prompt, as context, as event); each is counted once, where it
/// is a prompt or a part of an answer. Most bytes are prompts of the program's own, so a record is only parsed when
/// its kind is of use.
final class KimiWire {
    private static final byte[] OPENING = bytes("{\"type\":\"");
    private static final int LONGEST_KIND = 80;
    private static final byte[] MIRRORED = bytes("\"kind\":\"event\"}");
    private static final byte[] ANSWER_PART = bytes("\"content.part\"");

    /// First words of the kinds that are bookkeeping, whatever follows the dot.
    private static final Set<String> BOOKKEEPING = Set.of(
            "agent",
            "assistant",
            "compaction",
            "cron",
            "error",
            "event",
            "file_history",
            "forked",
            "full_compaction",
            "goal",
            "hook",
            "interaction",
            "interruptionReminder",
            "mcp",
            "micro_compaction",
            "permission",
            "plan",
            "plan_mode",
            "plugin",
            "plugin_command",
            "prompt",
            "runtime",
            "session",
            "shell",
            "skill",
            "staleGuard",
            "subagent",
            "swarm_mode",
            "task",
            "thinking",
            "token_counting",
            "tool",
            "tools",
            "tower",
            "tower_mode",
            "usage",
            "warning");

    private static final Set<String> PASSED_OVER = Set.of(
            "context.append_message",
            "context.apply_compaction",
            "context.clear",
            "context.reset",
            "context.spliced",
            "context.undo",
            "context.undone",
            "llm.tools_snapshot",
            "turn.cancel",
            "turn.ended",
            "turn.started",
            "turn.step.completed",
            "turn.step.interrupted",
            "turn.step.retrying",
            "turn.step.started");

    final SkippedRecords skipped;
    int prompts;
    int answers;
    String version = "";

    @Nullable
    String firstPrompt;

    @Nullable
    String model;

    @Nullable
    String modelAlias;

    @Nullable
    Instant startedAt;

    KimiWire(SkippedRecords skipped) {
        this.skipped = skipped;
    }

    void add(JsonLine line) {
        if (line.isTooLong()) {
            skipped.tooLong(version);
            return;
        }
        String kind = line.startsWith(OPENING) ? line.quotedAfter(OPENING, LONGEST_KIND) : "";
        if (!kind.isEmpty()) {
            add(kind, line);
        } else if (!line.isBlank() && !line.contains(MIRRORED)) {
            line.object().ifPresentOrElse(this::addParsed, this::addBroken);
        }
    }

    private void add(String kind, JsonLine line) {
        if (isRead(kind, line)) {
            line.object().ifPresentOrElse(record -> take(kind, record), this::addBroken);
        } else if (!isKnown(kind)) {
            skipped.unknown(kind, version);
        }
    }

    private void addParsed(JsonNode record) {
        String kind = record.path("type").asText();
        if (!take(kind, record) && !isKnown(kind)) {
            skipped.unknown(kind, version);
        }
    }

    private void addBroken() {
        skipped.damaged(version);
    }

    private static boolean isRead(String kind, JsonLine line) {
        return switch (kind) {
            case "turn.prompt", "turn.steer", "llm.request", "metadata", "config.update" -> true;
            case "profile.bind" -> true;
            case "context.append_loop_event" -> line.contains(ANSWER_PART);
            default -> false;
        };
    }

    private static boolean isKnown(String kind) {
        int dot = kind.indexOf('.');
        return BOOKKEEPING.contains(dot < 0 ? kind : kind.substring(0, dot))
                || PASSED_OVER.contains(kind)
                || kind.equals("context.append_loop_event");
    }

    private boolean take(String kind, JsonNode record) {
        switch (kind) {
            case "turn.prompt", "turn.steer" -> prompt(record);
            case "context.append_loop_event" -> answerPart(record);
            case "llm.request" -> model = text(record.path("model"), model);
            case "profile.bind", "config.update" -> modelAlias = text(record.path("modelAlias"), modelAlias);
            case "metadata" -> metadata(record);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void prompt(JsonNode record) {
        if (!isMain(record) || !"user".equals(record.path("origin").path("kind").textValue())) {
            return;
        }
        prompts++;
        if (firstPrompt == null) {
            firstPrompt = Excerpt.message(textOf(record.path("input")));
        }
    }

    private void answerPart(JsonNode record) {
        var event = record.path("event");
        var part = event.path("part");
        if (isMain(record)
                && "content.part".equals(event.path("type").textValue())
                && "text".equals(part.path("type").textValue())
                && !part.path("text").asText().isBlank()) {
            answers++;
        }
    }

    private void metadata(JsonNode record) {
        version = Excerpt.cut(record.path("protocol_version").asText(""), 20);
        startedAt = KimiState.time(record.path("created_at"));
    }

    private static boolean isMain(JsonNode record) {
        return record.path("agentId").asText("main").equals("main");
    }

    private static String textOf(JsonNode parts) {
        return StreamSupport.stream(parts.spliterator(), false)
                .filter(part -> "text".equals(part.path("type").textValue()))
                .map(part -> part.path("text").asText())
                .collect(Collectors.joining("\n"));
    }

    private static @Nullable String text(JsonNode value, @Nullable String otherwise) {
        String text = Excerpt.title(value.asText(""));
        return text != null ? text : otherwise;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
