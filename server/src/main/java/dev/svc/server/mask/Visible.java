package dev.svc.server.mask;

import java.util.regex.Pattern;

/// Text without what would control a terminal or be invisible to a person.
public final class Visible {
    private static final Pattern SEQUENCES =
            Pattern.compile("\\x1b(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?|[ -/]*[0-~])");

    private Visible() {}

    /// Removes escape sequences, control and format characters, so that they cannot split a secret in two; line breaks
    /// and tabs stay.
    public static String of(String text) {
        var without =
                SEQUENCES.matcher(text).replaceAll("").replace("\r\n", "\n").replace('\r', '\n');
        return without.codePoints()
                .filter(Visible::isShown)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c == '\n' || c == '\t';
            case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
