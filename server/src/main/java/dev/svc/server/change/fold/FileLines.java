package dev.svc.server.change.fold;

import java.util.ArrayList;
import java.util.List;

/// Texts as lines that keep their ends, and back.
final class FileLines {
    private static final String CRLF = "\r\n";

    private FileLines() {}

    /// Each line with its end; the last one has none where the text ends without a line feed.
    static List<String> of(String text) {
        var lines = new ArrayList<String>();
        int at = 0;
        while (at < text.length()) {
            int feed = text.indexOf('\n', at);
            int end = feed < 0 ? text.length() : feed + 1;
            lines.add(text.substring(at, end));
            at = end;
        }
        return lines;
    }

    /// The line without its end.
    static String bare(String line) {
        int end = line.length();
        end -= end > 0 && line.charAt(end - 1) == '\n' ? 1 : 0;
        end -= end > 0 && end < line.length() && line.charAt(end - 1) == '\r' ? 1 : 0;
        return line.substring(0, end);
    }

    static boolean isCrlf(String line) {
        return line.endsWith(CRLF);
    }

    static boolean isUnended(String line) {
        return !line.endsWith("\n");
    }
}
