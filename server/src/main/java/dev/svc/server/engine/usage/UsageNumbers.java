package dev.svc.server.engine.usage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonView;

/// Numbers and times of records, where anything may stand.
public final class UsageNumbers {
    private UsageNumbers() {}

    /// A count; nothing and null are 0, and what is no whole number makes the record implausible.
    public static long count(JsonView value) {
        return value.length() == 0 || value.raw(4).equals("null") ? 0 : value.number(TokenCounts.NO_NUMBER);
    }

    /// The same, of a parsed document.
    public static long count(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return 0;
        }
        return value.isIntegralNumber() && value.canConvertToLong() ? value.asLong() : TokenCounts.NO_NUMBER;
    }

    /// One count without another that is part of it. Programs round and lose; no count is less than nothing.
    public static long without(long whole, long part) {
        boolean isNone = whole == TokenCounts.NO_NUMBER || part == TokenCounts.NO_NUMBER;
        return isNone || whole < 0 || part < 0 ? TokenCounts.NO_NUMBER : Math.max(0, whole - part);
    }

    /// The sum; what is no number stays none.
    public static long sum(long one, long other) {
        boolean isNone = one < 0 || other < 0 || one > Integer.MAX_VALUE || other > Integer.MAX_VALUE;
        return isNone ? TokenCounts.NO_NUMBER : one + other;
    }

    /// Dollars, or a percentage; 0 where there is no such number.
    public static double decimal(JsonView value, double most) {
        try {
            double number = Double.parseDouble(value.raw(30));
            return number >= 0 && number <= most ? number : 0;
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
