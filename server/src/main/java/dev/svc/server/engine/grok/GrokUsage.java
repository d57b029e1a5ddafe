package dev.svc.server.engine.grok;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;

/// What the turns of a session used: at its end each one says the sum of its calls by model, those of its sub-agents
/// included, so that a sub-agent's own log is not counted. A turn is named by its prompt, which a fork copies.
final class GrokUsage implements UsageLines {
    /// What counts nothing.
    static final UsageLines NOTHING = (_, _) -> {};

    private static final int LONGEST_NAME = 200;
    private static final int MOST_MODELS = 50;

    /// So many make a dollar.
    private static final double TICKS = 1e10;

    private static final double MOST_DOLLARS = 1e6;
    private static final long LATEST = 253_402_300_799_999L;

    @Override
    public void line(JsonLine line, UsageSink sink) {
        if (GrokEntry.kind(line).equals(GrokEntry.ENDED)) {
            line.object().ifPresentOrElse(record -> take(record, sink), sink::unreadable);
        }
    }

    /// A turn that was broken off says nothing of what it used.
    private static void take(JsonNode record, UsageSink sink) {
        var update = record.path("params").path("update");
        var usage = update.path("usage");
        if (usage.isMissingNode() || usage.isNull()) {
            return;
        }
        long at = time(record);
        var turn = update.path("prompt_id").asText("");
        var models = usage.path("modelUsage");
        if (models.isObject() && !models.isEmpty()) {
            double whole = models.size() == 1 ? cost(usage) : 0;
            models.properties().stream().limit(MOST_MODELS).forEach(model -> {
                var own = cost(model.getValue());
                used(turn, at, model.getKey(), model.getValue(), own > 0 ? own : whole, sink);
            });
        } else {
            used(turn, at, "", usage, cost(usage), sink);
        }
    }

    private static long time(JsonNode record) {
        long millis =
                record.path("params").path("_meta").path("agentTimestampMs").asLong(0);
        return millis > 0 && millis <= LATEST ? millis : 0;
    }

    private static double cost(JsonNode usage) {
        double dollars = usage.path("costUsdTicks").asDouble(0) / TICKS;
        return dollars > 0 && dollars <= MOST_DOLLARS ? dollars : 0;
    }

    private static void used(String turn, long at, String model, JsonNode usage, double cost, UsageSink sink) {
        var tokens = tokens(usage);
        if (!usage.isObject() || !tokens.isPlausible()) {
            sink.unreadable();
        } else if (!tokens.isNothing()) {
            var name = Excerpt.cut(model, LONGEST_NAME);
            var key = turn.isEmpty() ? UsageKey.of("grok", at, name, tokens) : UsageKey.of("grok", turn, name);
            sink.used(new UsageRecord(key, at, name, tokens, cost, true));
        }
    }

    /// What came from the cache, or went to it, is a part of the input, and reasoning one of the output.
    private static TokenCounts tokens(JsonNode usage) {
        long read = UsageNumbers.count(usage.path("cachedReadTokens"));
        long written = UsageNumbers.count(usage.path("cacheCreationTokens"));
        return new TokenCounts(
                UsageNumbers.without(
                        UsageNumbers.without(UsageNumbers.count(usage.path("inputTokens")), read), written),
                UsageNumbers.count(usage.path("outputTokens")),
                read,
                written,
                0,
                UsageNumbers.count(usage.path("reasoningTokens")));
    }
}
