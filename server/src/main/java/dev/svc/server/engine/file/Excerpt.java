package dev.svc.server.engine.file;

import dev.svc.server.session.SessionFacts;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Shortens a store's texts for a row.
public final class Excerpt {
    private static final Pattern NO_TEXT = Pattern.compile("[\\p{Cntrl}\\s]+");

    private Excerpt() {}

    /// A title on one line without control characters; null when nothing is left of it.
    public static @Nullable String title(String text) {
        if (text.isEmpty()) {
            return null; // nearly every record has none
        }
        var line = NO_TEXT.matcher(text).replaceAll(" ").strip();
        return line.isEmpty() ? null : cut(line, SessionFacts.MAX_TITLE);
    }

    /// The beginning of a message, its line breaks kept; null when there is nothing to show.
    public static @Nullable String message(String text) {
        var stripped = text.strip();
        return stripped.isEmpty() ? null : cut(stripped, SessionFacts.MAX_FIRST_MESSAGE);
    }

    /// At most so many characters, and never half of a surrogate pair.
    public static String cut(String text, int characters) {
        int end = Math.min(text.length(), characters);
        boolean splits = end > 0 && end == characters && Character.isHighSurrogate(text.charAt(end - 1));
        return splits || end < text.length() ? text.substring(0, splits ? end - 1 : end) : text;
    }
}
