package dev.svc.server.engine.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.nio.charset.StandardCharsets;

/// What the messages of a chat used. A record is written again, under the same id, when its tools have run; cached is
/// part of the input, and thoughts are beside the output. A checkpoint has lost its numbers and is passed over.
final class GeminiUsage implements UsageLines {
    private static final byte[] TOKENS = "tokens\":".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_NAME = 200;

    @Override
    public void line(JsonLine line, UsageSink sink) {
        if (line.contains(TOKENS)) {
            line.object().ifPresentOrElse(record -> take(record, sink), sink::unreadable);
        }
    }

    @Override
    public void document(JsonNode document, UsageSink sink) {
        document.path("messages").forEach(message -> take(message, sink));
    }

    private static void take(JsonNode record, UsageSink sink) {
        var tokens = record.path("tokens");
        if (!tokens.isObject()) {
            return;
        }
        long cached = UsageNumbers.count(tokens.path("cached"));
        long thoughts = UsageNumbers.count(tokens.path("thoughts"));
        var counts = new TokenCounts(
                UsageNumbers.sum(
                        UsageNumbers.without(UsageNumbers.count(tokens.path("input")), cached),
                        UsageNumbers.count(tokens.path("tool"))),
                UsageNumbers.sum(UsageNumbers.count(tokens.path("output")), thoughts),
                cached,
                0,
                0,
                thoughts);
        if (!counts.isPlausible()) {
            sink.unreadable();
        } else if (!counts.isNothing()) {
            long at = Timestamp.millisOrZero(record.path("timestamp").asText());
            var id = record.path("id").asText();
            var key = id.isEmpty() ? UsageKey.of("gemini", "none", at, counts) : UsageKey.of("gemini", id);
            sink.used(new UsageRecord(key, at, Excerpt.cut(record.path("model").asText(), LONGEST_NAME), counts, 0));
        }
    }
}
