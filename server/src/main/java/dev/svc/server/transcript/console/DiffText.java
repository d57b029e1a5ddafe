package dev.svc.server.transcript.console;

import dev.svc.server.transcript.console.Style.Colour;
import java.util.regex.Pattern;

/// The lines of a diff in their colours.
final class DiffText {
    private static final Pattern HUNK = Pattern.compile("^@@( .* @@.*)?$", Pattern.MULTILINE);

    private DiffText() {}

    static boolean isDiff(String text, String language) {
        return language.equals("diff")
                || language.equals("patch")
                || HUNK.matcher(text).find();
    }

    static void write(String text, Sheet sheet) {
        text.lines().forEach(line -> sheet.verbatim(line, style(line)));
    }

    private static Style style(String line) {
        if (line.startsWith("@@") || line.startsWith("+++") || line.startsWith("---")) {
            return Style.of(Colour.CYAN);
        }
        if (line.startsWith("+")) {
            return Style.of(Colour.GREEN);
        }
        return line.startsWith("-") ? Style.of(Colour.RED) : Style.PLAIN;
    }
}
