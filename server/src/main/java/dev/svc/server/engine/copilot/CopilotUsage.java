package dev.svc.server.engine.copilot;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;

/// What the calls of a session and its sub-agents used: an event for each call, and that of a compaction has it in
/// itself. A fork copies the events with their ids. The program says no dollars: what it calls cost counts requests.
final class CopilotUsage implements UsageLines {
    private static final byte[] USED = CopilotEntry.begins("session.usage_record\"");
    private static final byte[] COMPACTED = CopilotEntry.begins("session.compaction_complete\"");
    private static final int LONGEST_NAME = 200;

    @Override
    public void line(JsonLine line, UsageSink sink) {
        boolean isCall = line.startsWith(USED);
        if (!isCall && !line.startsWith(COMPACTED)) {
            return;
        }
        var entry = CopilotEntry.of(line);
        var usage = entry.data.member(isCall ? "usage" : "compactionTokensUsed");
        if (!entry.isWhole || (isCall && !usage.isObject())) {
            sink.unreadable();
        } else if (usage.isObject() && !isTwiceTold(usage)) {
            take(entry, usage, sink);
        }
    }

    private static boolean isTwiceTold(JsonView usage) {
        return usage.member("interactionType").text(LONGEST_NAME).equals("conversation-compaction");
    }

    private static void take(CopilotEntry entry, JsonView usage, UsageSink sink) {
        var tokens = tokens(usage);
        if (!tokens.isPlausible()) {
            sink.unreadable();
        } else if (!tokens.isNothing()) {
            long at = Timestamp.millisOrZero(entry.timestamp);
            long key =
                    entry.id.isEmpty() ? UsageKey.of("copilot", "event", at, tokens) : UsageKey.of("copilot", entry.id);
            var model = Excerpt.cut(usage.member("model").text(LONGEST_NAME), LONGEST_NAME);
            sink.used(new UsageRecord(key, at, model, tokens, 0));
        }
    }

    /// What it calls input is all that was sent.
    private static TokenCounts tokens(JsonView usage) {
        long read = UsageNumbers.count(usage.member("cacheReadTokens"));
        long written = UsageNumbers.count(usage.member("cacheWriteTokens"));
        long output = UsageNumbers.count(usage.member("outputTokens"));
        long reasoning = UsageNumbers.count(usage.member("reasoningTokens"));
        long sent = UsageNumbers.count(usage.member("inputTokens"));
        long fresh = UsageNumbers.without(UsageNumbers.without(sent, read), written);
        return new TokenCounts(fresh, output, read, written, 0, reasoning);
    }
}
