package dev.svc.server.engine.opencode;

import java.util.regex.Pattern;

/// Undoes how `opencode run` stores its arguments: those with blanks in quotes, then what was piped in, on new lines.
final class TypedText {
    /// One quoted argument with a blank in it, alone on the first line.
    private static final Pattern QUOTED =
            Pattern.compile("\\A\"((?:[^\"\\\\\\n]++|\\\\[^\\n])*+)\"(?:\\n|\\z)", Pattern.UNICODE_CHARACTER_CLASS);

    private TypedText() {}

    static String of(String stored) {
        var quoted = QUOTED.matcher(stored);
        return quoted.lookingAt() && quoted.group(1).contains(" ")
                ? quoted.group(1).replace("\\\"", "\"")
                : stored;
    }
}
