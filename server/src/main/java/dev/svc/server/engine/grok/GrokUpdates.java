package dev.svc.server.engine.grok;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gathers what the updates of a session tell, one by one. Owned by the reading that made it.
///
/// A message may come in pieces: neighbors count as one. Most bytes are what tools answered, so an update is only
/// parsed when its kind is of use, and not even then while it goes on with a message that was counted.
final class GrokUpdates {
    private static final String NOTHING = "-";
    private static final String AN_ANSWER = "a";

    /// A damaged log could name sub-agents without end.
    private static final int AGENTS = 10_000;

    /// First words of the kinds that tell nothing which a list or a conversation needs.
    private static final Set<String> BOOKKEEPING = Set.of(
            "auto",
            "available",
            "background",
            "compaction",
            "config",
            "current",
            "diff",
            "feedback",
            "goal",
            "hook",
            "hooks",
            "image",
            "interaction",
            "last",
            "mcp",
            "memory",
            "model",
            "monitor",
            "permission",
            "plan",
            "plugin",
            "plugins",
            "prompt",
            "queue",
            "relay",
            "response",
            "retry",
            "rewind",
            "scheduled",
            "session",
            "subagent",
            "task",
            "tool",
            "turn",
            "usage",
            "workflow");

    final SkippedRecords skipped;

    /// The sub-agents that were started.
    final Set<String> agents = new LinkedHashSet<>();

    int prompts;
    int answers;

    /// The message that the next update may go on with.
    String open = NOTHING;

    @Nullable
    String firstPrompt;

    GrokUpdates(SkippedRecords skipped) {
        this.skipped = skipped;
    }

    void add(JsonLine line) {
        if (line.isTooLong()) {
            skipped.tooLong("");
            return;
        }
        var kind = GrokEntry.kind(line);
        if (kind.isEmpty()) {
            addParsed(line);
        } else if (!isRead(kind)) {
            pass(kind);
        } else if (!kind.equals(GrokEntry.ANSWER) || !open.equals(AN_ANSWER)) {
            line.object().ifPresentOrElse(this::take, this::addBroken);
        }
    }

    private void addParsed(JsonLine line) {
        var record = line.object();
        if (record.isPresent()) {
            take(record.get());
        } else if (!line.isBlank()) {
            addBroken();
        }
    }

    private void addBroken() {
        skipped.damaged("");
    }

    private static boolean isRead(String kind) {
        return switch (kind) {
            case GrokEntry.TYPED, GrokEntry.ANSWER, GrokEntry.AGENT -> true;
            default -> false;
        };
    }

    private void pass(String kind) {
        switch (kind) {
            case GrokEntry.THOUGHT,
                    GrokEntry.CALL,
                    GrokEntry.ENDED,
                    GrokEntry.RETRY,
                    GrokEntry.COMPACTED,
                    GrokEntry.WENT_BACK -> open = NOTHING;
            default -> {
                int end = kind.indexOf('_');
                if (!BOOKKEEPING.contains(end < 0 ? kind : kind.substring(0, end))) {
                    skipped.unknown(kind, "");
                }
            }
        }
    }

    private void take(JsonNode record) {
        var update = record.path("params").path("update");
        var kind = update.path("sessionUpdate").asText("");
        switch (kind) {
            case GrokEntry.TYPED -> prompt(update);
            case GrokEntry.ANSWER -> answer(update);
            case GrokEntry.AGENT -> agent(update.path("child_session_id").asText(""));
            default -> pass(kind);
        }
    }

    private void prompt(JsonNode update) {
        var text = words(update);
        var index = update.path("_meta").path("promptIndex");
        var now = "p" + (index.isIntegralNumber() ? index.asLong() : -1);
        if (now.equals(open) || text.isBlank()) {
            return;
        }
        open = now;
        prompts++;
        if (firstPrompt == null) {
            firstPrompt = Excerpt.message(text);
        }
    }

    private void answer(JsonNode update) {
        if (!open.equals(AN_ANSWER) && !words(update).isBlank()) {
            open = AN_ANSWER;
            answers++;
        }
    }

    private void agent(String id) {
        if (agents.size() < AGENTS && GrokFolder.ID.matcher(id).matches()) {
            agents.add(id);
        }
    }

    private static String words(JsonNode update) {
        var content = update.path("content");
        return "text".equals(content.path("type").textValue())
                ? content.path("text").asText("")
                : "";
    }
}
