package dev.svc.server.cli.search;

import dev.svc.shared.text.Columns;
import dev.svc.shared.text.PlainText;

/// Shows where in a query something stands.
final class Caret {
    private static final String INDENT = "  ";
    private static final int BEFORE = 60;
    private static final int AFTER = 20;

    private Caret() {}

    /// Two lines: the query, or the part of it around the place, and a caret under the place.
    static String under(String typed, int position) {
        int from = whole(typed, Math.max(0, position - BEFORE));
        int to = whole(typed, Math.min(typed.length(), position + AFTER));
        var before = (from > 0 ? "…" : "") + PlainText.line(typed.substring(from, position));
        var after = PlainText.line(typed.substring(position, to)) + (to < typed.length() ? "…" : "");
        int column = before.codePoints().map(Columns::of).sum();
        return INDENT + before + after + "\n" + INDENT + " ".repeat(column) + "^";
    }

    /// Not between the halves of a surrogate pair.
    private static int whole(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }
}
