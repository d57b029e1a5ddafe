package dev.svc.server.engine.ask;

import dev.svc.shared.text.PlainText;

/// Escapes the invisible characters of a stranger's text, so that cleaning it removes nothing.
public final class VisibleText {
    private VisibleText() {}

    /// Names what would not be seen, as JSON does. Line feeds stay.
    public static String of(String text) {
        if (PlainText.of(text).equals(text)) {
            return text;
        }
        var visible = new StringBuilder();
        text.codePoints().forEach(it -> {
            var one = Character.toString(it);
            if (it == '\n' || PlainText.isLine(one)) {
                visible.append(one);
            } else {
                one.chars().forEach(unit -> visible.append("\\u%04x".formatted(unit)));
            }
        });
        return visible.toString();
    }
}
