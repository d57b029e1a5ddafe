package dev.svc.server.engine.pi;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.nio.charset.StandardCharsets;

/// What the entries of a session used, those of branches that were left included: answers, summaries, and tools that
/// asked a model. A fork copies entries with their names and times, which name the call.
final class PiUsage implements UsageLines {
    /// Inside a text every quote has a backslash before it, so no text has this.
    private static final byte[] USAGE = "\"usage\":{".getBytes(StandardCharsets.US_ASCII);

    private static final double MOST_DOLLARS = 100_000;

    private String model;

    /// @param state the model of the last answer
    PiUsage(String state) {
        this.model = state;
    }

    @Override
    public String state() {
        return model;
    }

    @Override
    public void line(JsonLine line, UsageSink sink) {
        if (line.contains(USAGE)) {
            PiEntry.of(line).ifPresentOrElse(entry -> take(entry, sink), sink::unreadable);
        }
    }

    private void take(PiEntry entry, UsageSink sink) {
        model = entry.model.isEmpty() ? model : entry.model;
        if (!entry.usage.isObject()) {
            return;
        }
        var tokens = tokens(entry.usage);
        if (!tokens.isPlausible()) {
            sink.unreadable();
        } else if (!tokens.isNothing()) {
            long at = Timestamp.millisOrZero(entry.timestamp);
            double cost = UsageNumbers.decimal(entry.usage.member("cost").member("total"), MOST_DOLLARS);
            sink.used(new UsageRecord(UsageKey.of("pi", entry.id, at, tokens), at, model, tokens, cost));
        }
    }

    private static TokenCounts tokens(JsonView usage) {
        long output = UsageNumbers.count(usage.member("output"));
        return new TokenCounts(
                UsageNumbers.count(usage.member("input")),
                output,
                UsageNumbers.count(usage.member("cacheRead")),
                UsageNumbers.count(usage.member("cacheWrite")),
                0,
                Math.min(UsageNumbers.count(usage.member("reasoning")), output));
    }
}
