package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonMembers;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLines;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.nio.charset.StandardCharsets;

/// What the messages of a transcript used. Each block of an answer is a record of its own with the usage of the whole
/// message, and a copied session repeats the records of the one it was copied from: the message's id counts.
final class ClaudeUsage implements UsageLines {
    /// Inside a text every quote has a backslash before it, so no text has this.
    private static final byte[] USAGE = "usage\":".getBytes(StandardCharsets.US_ASCII);

    private static final int LONGEST_ID = 200;
    private static final int LONGEST_MODEL = 200;
    private static final double MOST_DOLLARS = 100_000;

    private static final JsonMembers<Call> CALL = JsonMembers.<Call>none()
            .and("type", (call, value) -> call.isAnswer = value.text(20).equals("assistant"))
            .and("uuid", (call, value) -> call.uuid = value.text(LONGEST_ID))
            .and("timestamp", (call, value) -> call.at = Timestamp.millisOrZero(value.text(40)))
            .and("costUSD", (call, value) -> call.cost = UsageNumbers.decimal(value, MOST_DOLLARS))
            .and("message", (call, value) -> call.isWhole &= value.members(Call.MESSAGE, call));

    /// One record, taken apart.
    private static final class Call {
        static final JsonMembers<Call> CREATION = JsonMembers.<Call>none()
                .and("ephemeral_1h_input_tokens", (call, value) -> call.cacheWriteHour = UsageNumbers.count(value));

        static final JsonMembers<Call> DETAILS = JsonMembers.<Call>none()
                .and("thinking_tokens", (call, value) -> call.reasoning = UsageNumbers.count(value));

        static final JsonMembers<Call> USAGE_MEMBERS = JsonMembers.<Call>none()
                .and("input_tokens", (call, value) -> call.input = UsageNumbers.count(value))
                .and("output_tokens", (call, value) -> call.output = UsageNumbers.count(value))
                .and("cache_read_input_tokens", (call, value) -> call.cacheRead = UsageNumbers.count(value))
                .and("cache_creation_input_tokens", (call, value) -> call.cacheWrite = UsageNumbers.count(value))
                .and("cache_creation", (call, value) -> value.members(CREATION, call))
                .and("output_tokens_details", (call, value) -> value.members(DETAILS, call));

        static final JsonMembers<Call> MESSAGE = JsonMembers.<Call>none()
                .and("id", (call, value) -> call.id = value.text(LONGEST_ID))
                .and("model", (call, value) -> call.model = value.text(LONGEST_MODEL))
                .and("usage", Call::usage);

        private boolean isWhole = true;
        private boolean isAnswer;
        private boolean hasUsage;
        private String uuid = "";
        private String id = "";
        private String model = "";
        private long at;
        private double cost;
        private long input;
        private long output;
        private long cacheRead;
        private long cacheWrite;
        private long cacheWriteHour;
        private long reasoning;

        private void usage(JsonView value) {
            hasUsage = value.isObject();
            isWhole &= !hasUsage || value.members(USAGE_MEMBERS, this);
        }

        TokenCounts tokens() {
            return new TokenCounts(
                    input, output, cacheRead, cacheWrite, Math.min(cacheWriteHour, cacheWrite), reasoning);
        }

        /// A message without an id is known by its record, which a copy keeps as well.
        long key() {
            return id.isEmpty() ? UsageKey.of("claude", "record", uuid, at) : UsageKey.of("claude", id);
        }
    }

    @Override
    public void line(JsonLine line, UsageSink sink) {
        if (!line.contains(USAGE)) {
            return;
        }
        var call = new Call();
        boolean isRecord = line.view().members(CALL, call);
        if (!isRecord || !call.isWhole) {
            sink.unreadable();
        } else if (call.isAnswer && call.hasUsage) {
            take(call, sink);
        }
    }

    private static void take(Call call, UsageSink sink) {
        var tokens = call.tokens();
        if (!tokens.isPlausible()) {
            sink.unreadable();
        } else if (!tokens.isNothing()) {
            sink.used(new UsageRecord(call.key(), call.at, call.model, tokens, call.cost));
        }
    }
}
