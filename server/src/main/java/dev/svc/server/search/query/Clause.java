package dev.svc.server.search.query;

import java.util.Objects;
import java.util.regex.Pattern;

/// One thing that a turn has or has not. Texts are as they were typed: the index decides about case, accents and
/// punctuation, and may find nothing to look for in a text without letters and digits.
public sealed interface Clause {

    /// A word, of which the index may make one token or several that follow each other.
    record Word(String text) implements Clause {}

    /// A word that begins so, without the asterisk; the last of its tokens is the one that goes on.
    record Prefix(String text) implements Clause {}

    /// Words that follow each other, without the quotes.
    record Phrase(String text) implements Clause {}

    /// A regular expression, which is looked for anywhere in a text; `^` and `$` are the ends of a line.
    ///
    /// @param source what stands between the slashes
    record Regex(String source, Pattern pattern) implements Clause {

        /// Patterns are the same only if they are one object; what they are made of can be compared.
        @Override
        public boolean equals(Object other) {
            return other instanceof Regex(String itsSource, Pattern its)
                    && source.equals(itsSource)
                    && pattern.flags() == its.flags();
        }

        @Override
        public int hashCode() {
            return Objects.hash(source, pattern.flags());
        }
    }
}
