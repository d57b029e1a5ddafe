package dev.svc.shared.config;

import com.google.errorprone.annotations.Immutable;
import java.util.List;

/// The values of a variable, and the handling of a wrong one.
@Immutable
public sealed interface Kind {

    /// Its name in the README's table.
    String label();

    /// Values without bounds.
    enum Plain implements Kind {
        TEXT("text"),
        SECRET("secret"),
        LABEL("label"),
        FLAG("0 or 1"),
        PATH("path"),
        PATHS("paths"),
        LIST("list"),
        NAMES("names"),
        ORIGIN("origin");

        private final String label;

        Plain(String label) {
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }
    }

    /// One of some words.
    ///
    /// @param words with blanks between them, at least two
    record Choice(String words) implements Kind {
        static Choice of(String... words) {
            return new Choice(String.join(" ", words));
        }

        boolean allows(String word) {
            return all().contains(word);
        }

        private List<String> all() {
            return List.of(words.split(" ", -1));
        }

        @Override
        public String label() {
            var all = all();
            return String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
        }
    }

    /// A whole number.
    record Bounded(long min, long max, Wrong wrong) implements Kind {

        /// How to handle a value out of bounds or not a number.
        public enum Wrong {
            /// The start is refused with a sentence.
            REFUSED,
            /// No number: the default holds. Below the floor: the floor holds.
            RAISED,
            /// No number or below the floor: the default holds.
            IGNORED
        }

        static Bounded refusing(long min, long max) {
            return new Bounded(min, max, Wrong.REFUSED);
        }

        static Bounded raisedTo(long floor) {
            return new Bounded(floor, Long.MAX_VALUE, Wrong.RAISED);
        }

        static Bounded ignoringBelow(long floor) {
            return new Bounded(floor, Long.MAX_VALUE, Wrong.IGNORED);
        }

        @Override
        public String label() {
            return switch (wrong) {
                case REFUSED -> max == Integer.MAX_VALUE ? "number ≥ " + min : min + " to " + max;
                case RAISED -> "number, floor " + min;
                case IGNORED -> "number, floor " + min + " (less is ignored)";
            };
        }
    }
}
