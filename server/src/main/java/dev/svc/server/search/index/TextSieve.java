package dev.svc.server.search.index;

import java.util.List;
import java.util.regex.Pattern;

/// What must occur in a text to the letter, where words are not enough: punctuation, and regular expressions.
///
/// @param texts that must occur, in any case, with any white space between their words
/// @param never such texts that must not
/// @param patterns that must be found
/// @param noPatterns that must not
record TextSieve(List<Pattern> texts, List<Pattern> never, List<Pattern> patterns, List<Pattern> noPatterns) {
    private static final Pattern SPACE = Pattern.compile("\\s+");

    boolean isNeeded() {
        return !texts.isEmpty() || !never.isEmpty() || !patterns.isEmpty() || !noPatterns.isEmpty();
    }

    /// @throws HurriedText.OverdueException when the text takes too long
    boolean takes(CharSequence text) {
        return texts.stream().allMatch(it -> it.matcher(text).find())
                && patterns.stream().allMatch(it -> it.matcher(text).find())
                && never.stream().noneMatch(it -> it.matcher(text).find())
                && noPatterns.stream().noneMatch(it -> it.matcher(text).find());
    }

    /// A pattern for a text to the letter.
    static Pattern literally(String text) {
        var words = SPACE.split(text.strip(), -1);
        var pattern = new StringBuilder();
        for (var word : words) {
            pattern.append(pattern.isEmpty() ? "" : "\\s+").append(Pattern.quote(word));
        }
        return Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
