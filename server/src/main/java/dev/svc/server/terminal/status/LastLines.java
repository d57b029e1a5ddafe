package dev.svc.server.terminal.status;

import dev.svc.shared.text.PlainText;
import java.util.ArrayDeque;
import java.util.List;

/// The lower end of a screen, fit to be shown elsewhere: so many lines and columns at most, and nothing in them that
/// controls or reorders.
public final class LastLines {
    static final int LINES = 24;
    static final int COLUMNS = 200;

    private LastLines() {}

    /// Without blanks at the ends of lines, and without empty lines above and below.
    ///
    /// @param screen its lines from top to bottom
    public static List<String> of(List<String> screen) {
        int end = screen.size();
        while (end > 0 && cleaned(screen.get(end - 1)).isEmpty()) {
            end--;
        }
        var lines = new ArrayDeque<String>();
        for (int at = Math.max(0, end - LINES); at < end; at++) {
            String line = cleaned(screen.get(at));
            if (!lines.isEmpty() || !line.isEmpty()) {
                lines.add(line);
            }
        }
        return List.copyOf(lines);
    }

    private static String cleaned(String line) {
        String plain = PlainText.line(line).stripTrailing();
        return plain.codePointCount(0, plain.length()) <= COLUMNS
                ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, COLUMNS)).stripTrailing();
    }
}
