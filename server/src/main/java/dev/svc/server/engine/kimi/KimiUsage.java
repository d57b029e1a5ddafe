package dev.svc.server.engine.kimi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.nio.charset.StandardCharsets;

/// What the calls of one agent used: a record for each call, named by its time and its numbers, because a fork copies
/// the whole file. The record names the model by its alias; the request before it says which one that is.
final class KimiUsage implements UsageLines {
    private static final byte[] USAGE = bytes("{\"type\":\"usage.record\"");
    private static final byte[] REQUEST = bytes("{\"type\":\"llm.request\"");
    private static final int LONGEST_NAME = 200;

    private String alias = "";
    private String model = "";

    /// @param state alias and model of the last request
    KimiUsage(String state) {
        int blank = state.indexOf(' ');
        if (blank >= 0) {
            alias = state.substring(0, blank);
            model = state.substring(blank + 1);
        }
    }

    @Override
    public String state() {
        return alias + " " + model;
    }

    @Override
    public void line(JsonLine line, UsageSink sink) {
        if (line.startsWith(REQUEST)) {
            line.object().ifPresent(this::request);
        } else if (line.startsWith(USAGE)) {
            line.object().ifPresentOrElse(record -> take(record, sink), sink::unreadable);
        }
    }

    private void request(JsonNode record) {
        alias = Excerpt.cut(record.path("modelAlias").asText(), LONGEST_NAME).replace(' ', '-');
        model = Excerpt.cut(record.path("model").asText(), LONGEST_NAME);
    }

    private void take(JsonNode record, UsageSink sink) {
        var usage = record.path("usage");
        var tokens = new TokenCounts(
                UsageNumbers.count(usage.path("inputOther")),
                UsageNumbers.count(usage.path("output")),
                UsageNumbers.count(usage.path("inputCacheRead")),
                UsageNumbers.count(usage.path("inputCacheCreation")),
                0,
                0);
        if (!usage.isObject() || !tokens.isPlausible()) {
            sink.unreadable();
        } else if (!tokens.isNothing()) {
            long at = Math.max(0, record.path("time").asLong(0));
            var named = Excerpt.cut(record.path("model").asText(), LONGEST_NAME);
            var key = UsageKey.of("kimi", record.path("agentId").asText(), at, tokens);
            sink.used(new UsageRecord(key, at, named.isEmpty() || named.equals(alias) ? model : named, tokens, 0));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
