package dev.svc.server.search.query;

import dev.svc.shared.text.PlainText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Tells a regular expression from a path, and compiles it.
///
/// An expression begins a part of the query with a slash, and the next slash that has no backslash before it ends both,
/// alone or as `/i`. What has a slash inside is a path.
final class RegexReader {
    private static final int LONGEST = 500;

    /// The compiler recurses for each bracket inside another. All of them are counted, also those that mean themselves:
    /// which ones those are is the compiler's knowledge.
    private static final int MOST_BRACKETS = 64;

    /// What nobody begins a path with. Whoever does has forgotten the end of an expression.
    private static final List<String> SIGNS = List.of("\\", ".*", ".+", "(?", "[^");

    private final QueryText text;

    RegexReader(QueryText text) {
        this.text = text;
    }

    /// Reads the expression that begins here; empty, and nothing read, where none does.
    Optional<Clause> read() throws BadQueryException {
        int start = text.position();
        int from = start + 1;
        if (!text.has(start, '/') || text.isBlank(from) || text.has(from, '/') || text.has(from, '*')) {
            return Optional.empty();
        }
        int slash = nextSlash(from);
        boolean anyCase = text.has(slash + 1, 'i');
        int end = slash + (anyCase ? 2 : 1);
        if (!text.has(slash, '/') || text.isBlank(slash - 1) || !text.isBlank(end)) {
            requirePath(start, slash);
            return Optional.empty();
        }
        text.moveTo(slash);
        String source = text.from(from);
        text.moveTo(end);
        requireBounds(from, source);
        return Optional.of(new Clause.Regex(source, compiled(from, source, anyCase)));
    }

    /// The next one without a backslash before it, or the end of the text.
    private int nextSlash(int from) {
        int i = from;
        while (i < text.length() && !text.has(i, '/')) {
            i += text.has(i, '\\') ? 2 : 1;
        }
        return Math.min(i, text.length());
    }

    private void requirePath(int start, int slash) throws BadQueryException {
        text.moveTo(start + 1);
        String name = text.word();
        name = name.substring(0, Math.min(name.length(), slash - start - 1));
        text.moveTo(start);
        if (name.startsWith("^") || SIGNS.stream().anyMatch(name::contains)) {
            throw text.refused(
                    start,
                    "a regular expression begins that does not end: it ends with / or /i before a space, and a slash"
                            + " inside it is written as \\/.");
        }
    }

    private void requireBounds(int from, String source) throws BadQueryException {
        if (source.length() > LONGEST) {
            throw text.refused(
                    from + LONGEST, "the regular expression is too long: it may have " + LONGEST + " characters.");
        }
        int brackets = 0;
        for (int i = 0; i < source.length(); i++) {
            if (source.charAt(i) == '(' || source.charAt(i) == '[') {
                brackets++;
            }
            if (brackets > MOST_BRACKETS) {
                throw text.refused(
                        from + i, "the regular expression opens too many brackets: it may open " + MOST_BRACKETS + ".");
            }
        }
    }

    private Pattern compiled(int from, String source, boolean anyCase) throws BadQueryException {
        int flags = anyCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
        try {
            return Pattern.compile(source, flags | Pattern.MULTILINE);
        } catch (PatternSyntaxException broken) {
            int position = from + Math.clamp(broken.getIndex(), 0, source.length());
            String why = PlainText.line(broken.getDescription());
            throw text.refused(
                    position,
                    "the regular expression cannot be read: "
                            + why.substring(0, 1).toLowerCase(Locale.ROOT) + why.substring(1) + ".");
        }
    }
}
