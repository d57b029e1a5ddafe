package dev.svc.server.engine.opencode;

import java.util.regex.Pattern;

/// Undoes how `opencode run` stores its arguments: those with blanks in quotes, then what was piped in, on new lines.
final class TypedText {
    /// One quoted argument with a blank in it, alone on the first line.
    private static final Pattern QUOTED =
            Pattern.compile("\\A\"((?:[^\"\\\\\\n]++|\\\\[^\\n])*+)\"(?:\\n|\\z)", Pattern.UNICODE_CHARACTER_CLASS);

    private TypedText() {}

    /// Whether a program wrote a text part in the person's name, for a query. After a compaction, Kilo puts a reminder
    /// before the prompt and does not say so.
    ///
    /// @param column the part's record
    static String isInjected(String column) {
        return "json_type(%1$s, '$.synthetic') = 'true' OR substr(%1$s ->> '$.text', 1, 19) = char(10, 10) || '<system-reminder>'"
                .formatted(column);
    }

    static String of(String stored) {
        var quoted = QUOTED.matcher(stored);
        return quoted.lookingAt() && quoted.group(1).contains(" ")
                ? quoted.group(1).replace("\\\"", "\"")
                : stored;
    }
}
