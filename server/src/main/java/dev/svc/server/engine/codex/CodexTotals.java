package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageNumbers;
import java.util.Optional;

/// Tokens as Codex sums them up: cached ones are part of the input, reasoning is part of the output.
record CodexTotals(long input, long cached, long written, long output, long reasoning) {
    static final CodexTotals NONE = new CodexTotals(0, 0, 0, 0, 0);
    private static final int NUMBERS = 5;

    static CodexTotals of(JsonView usage) {
        var found = new long[NUMBERS];
        usage.members((name, value) -> {
            int at = place(name);
            if (at >= 0) {
                found[at] = UsageNumbers.count(value);
            }
        });
        return new CodexTotals(found[0], found[1], found[2], found[3], found[4]);
    }

    private static int place(String name) {
        return switch (name) {
            case "input_tokens" -> 0;
            case "cached_input_tokens" -> 1;
            case "cache_write_input_tokens" -> 2;
            case "output_tokens" -> 3;
            case "reasoning_output_tokens" -> 4;
            default -> -1;
        };
    }

    /// Whether no number is less than nothing, which is what anything that is no number reads as.
    boolean isPlausible() {
        return input >= 0 && cached >= 0 && written >= 0 && output >= 0 && reasoning >= 0;
    }

    /// Whether a sum that goes on can have come from the other one.
    boolean follows(CodexTotals before) {
        return input >= before.input && output >= before.output && cached >= before.cached;
    }

    CodexTotals since(CodexTotals before) {
        return new CodexTotals(
                input - before.input,
                cached - before.cached,
                Math.max(0, written - before.written),
                output - before.output,
                Math.max(0, reasoning - before.reasoning));
    }

    TokenCounts counts() {
        return new TokenCounts(
                UsageNumbers.without(UsageNumbers.without(input, cached), written),
                output,
                cached,
                written,
                0,
                Math.min(reasoning, output));
    }

    @Override
    public String toString() {
        return input + "," + cached + "," + written + "," + output + "," + reasoning;
    }

    static Optional<CodexTotals> parse(String text) {
        var numbers = text.split(",", -1);
        try {
            return numbers.length != NUMBERS
                    ? Optional.empty()
                    : Optional.of(new CodexTotals(
                            Long.parseLong(numbers[0]),
                            Long.parseLong(numbers[1]),
                            Long.parseLong(numbers[2]),
                            Long.parseLong(numbers[3]),
                            Long.parseLong(numbers[4])));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }
}
