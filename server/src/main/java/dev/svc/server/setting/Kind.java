package dev.svc.server.setting;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;

/// The values that a setting takes.
public interface Kind {

    /// Whether a value is of the type.
    boolean isTypeOf(JsonNode value);

    /// Whether a value of the type is valid.
    boolean allows(JsonNode value);

    /// A description of valid values, to follow the word "takes".
    String words();

    /// True or false.
    record Flag() implements Kind {
        @Override
        public boolean isTypeOf(JsonNode value) {
            return value.isBoolean();
        }

        @Override
        public boolean allows(JsonNode value) {
            return true;
        }

        @Override
        public String words() {
            return "true or false";
        }
    }

    /// A whole number from `min` to `max`.
    record Whole(long min, long max) implements Kind {
        @Override
        public boolean isTypeOf(JsonNode value) {
            return value.isIntegralNumber();
        }

        @Override
        public boolean allows(JsonNode value) {
            return value.canConvertToLong() && value.asLong() >= min && value.asLong() <= max;
        }

        @Override
        public String words() {
            return "a whole number from %d to %d".formatted(min, max);
        }
    }

    /// An amount of money, from 0 to `most`, with cents at most.
    record Amount(long most) implements Kind {
        private static final int CENTS = 2;

        @Override
        public boolean isTypeOf(JsonNode value) {
            return value.isNumber();
        }

        @Override
        public boolean allows(JsonNode value) {
            var amount = value.decimalValue();
            return amount.signum() >= 0
                    && amount.compareTo(BigDecimal.valueOf(most)) <= 0
                    && amount.stripTrailingZeros().scale() <= CENTS;
        }

        @Override
        public String words() {
            return "an amount from 0 to %d with at most two decimals, or null".formatted(most);
        }
    }

    /// A text that fits; `words` says which do.
    record Text(Predicate<String> fits, String words) implements Kind {
        @Override
        public boolean isTypeOf(JsonNode value) {
            return value.isTextual();
        }

        @Override
        public boolean allows(JsonNode value) {
            return fits.test(value.asText());
        }
    }

    /// One of some words.
    record Choice(List<String> choices) implements Kind {
        @Override
        public boolean isTypeOf(JsonNode value) {
            return value.isTextual();
        }

        @Override
        public boolean allows(JsonNode value) {
            return choices.contains(value.asText());
        }

        @Override
        public String words() {
            return "one of " + String.join(", ", choices);
        }
    }

    /// At most `most` texts; each must be valid.
    record Texts(int most, Predicate<String> fits, String words) implements Kind {
        @Override
        public boolean isTypeOf(JsonNode value) {
            return value.isArray() && value.valueStream().allMatch(JsonNode::isTextual);
        }

        @Override
        public boolean allows(JsonNode value) {
            return value.size() <= most
                    && value.valueStream().map(JsonNode::asText).allMatch(fits);
        }
    }
}
