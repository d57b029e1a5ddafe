package dev.svc.server.engine.qwen;

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
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// What the calls of models used. The program counts each of them in an event of its own: those of sub-agents and of
/// its helpers (memory, compression) as well. An answer says the same once more, and alone in versions that do not
/// keep the events.
final class QwenUsage implements UsageLines {
    private static final byte[] EVENT = bytes("qwen-code.api_response");
    private static final byte[] USAGE = bytes("usageMetadata\":");
    private static final int LONGEST_NAME = 200;

    /// An answer follows its event at once; a helper's may come between.
    private static final int REMEMBERED = 8;

    /// The numbers of the last events, the oldest first.
    private final Deque<String> told;

    /// @param state those numbers, with commas between
    QwenUsage(String state) {
        told = new ArrayDeque<>(state.isEmpty() ? List.of() : Arrays.asList(state.split(",", -1)));
    }

    @Override
    public String state() {
        return String.join(",", told);
    }

    @Override
    public void line(JsonLine line, UsageSink sink) {
        if (line.contains(EVENT) || line.contains(USAGE)) {
            QwenRecord.of(line).ifPresentOrElse(record -> take(record, sink), sink::unreadable);
        }
    }

    private void take(QwenRecord record, UsageSink sink) {
        if (record.isSystem("ui_telemetry")) {
            var event = record.payload.member("uiEvent");
            if (event.member("event.name").text(LONGEST_NAME).equals("qwen-code.api_response")) {
                event(record, event, sink);
            }
        } else if (record.isAnswer() && record.usage.isObject() && !told.remove(numbers(record.usage))) {
            answer(record, sink);
        }
    }

    private void event(QwenRecord record, JsonView event, UsageSink sink) {
        var at = event.member("event.timestamp").text(LONGEST_NAME);
        var id = event.member("response_id").text(LONGEST_NAME);
        var tokens = tokens(
                event.member("input_token_count"),
                event.member("output_token_count"),
                event.member("cached_content_token_count"),
                event.member("thoughts_token_count"),
                event.member("total_token_count"));
        remember(numbers(event.member("input_token_count"), event.member("output_token_count")));
        long time = Timestamp.millisOrZero(at.isEmpty() ? record.timestamp : at);
        var model = event.member("model").text(LONGEST_NAME);
        use(UsageKey.of("qwen", id, time, tokens), time, model, tokens, sink);
    }

    private void answer(QwenRecord record, UsageSink sink) {
        var usage = record.usage;
        var tokens = tokens(
                usage.member("promptTokenCount"),
                usage.member("candidatesTokenCount"),
                usage.member("cachedContentTokenCount"),
                usage.member("thoughtsTokenCount"),
                usage.member("totalTokenCount"));
        long time = Timestamp.millisOrZero(record.timestamp);
        // A fork keeps the names of the records that it copies.
        use(UsageKey.of("qwen", "record", record.uuid, time), time, record.model, tokens, sink);
    }

    private static void use(long key, long time, String model, TokenCounts tokens, UsageSink sink) {
        if (!tokens.isPlausible()) {
            sink.unreadable();
        } else if (!tokens.isNothing()) {
            sink.used(new UsageRecord(key, time, model, tokens, 0));
        }
    }

    /// What was cached is part of the input. Thoughts are part of the output, or beside it: the total says which.
    private static TokenCounts tokens(
            JsonView input, JsonView output, JsonView cached, JsonView thoughts, JsonView total) {
        long sent = UsageNumbers.count(input);
        long answered = UsageNumbers.count(output);
        long fromCache = UsageNumbers.count(cached);
        long thought = UsageNumbers.count(thoughts);
        long with = UsageNumbers.sum(answered, thought);
        boolean isBeside = thought > answered || UsageNumbers.count(total) >= UsageNumbers.sum(sent, with);
        return new TokenCounts(
                UsageNumbers.without(sent, fromCache),
                thought > 0 && isBeside ? with : answered,
                fromCache,
                0,
                0,
                thought);
    }

    private void remember(String numbers) {
        told.addLast(numbers);
        if (told.size() > REMEMBERED) {
            told.removeFirst();
        }
    }

    private static String numbers(JsonView usage) {
        return numbers(usage.member("promptTokenCount"), usage.member("candidatesTokenCount"));
    }

    private static String numbers(JsonView input, JsonView output) {
        return UsageNumbers.count(input) + "+" + UsageNumbers.count(output);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
