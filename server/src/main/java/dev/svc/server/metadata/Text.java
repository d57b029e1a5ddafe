package dev.svc.server.metadata;

import dev.svc.shared.text.PlainText;

/// Names and titles as people type them, sanitized for one line.
final class Text {
    private Text() {}

    /// Without control characters (line breaks and escapes among them), invisible reorderings and outer blanks.
    static String clean(String typed) {
        var visible = typed.codePoints()
                .filter(c -> Character.getType(c) != Character.CONTROL && Character.getType(c) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return PlainText.line(visible).strip();
    }
}
