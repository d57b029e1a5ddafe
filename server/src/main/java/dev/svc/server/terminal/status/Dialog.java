package dev.svc.server.terminal.status;

import dev.svc.server.engine.DialogRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the dialog of a waiting program stands on its screen, above its options.
///
/// What a program is to do comes from strangers and may look like a dialog: only the edge, which no program lets
/// through from there, says where the dialog begins.
///
/// @param top its first row
/// @param end the row after its last line above the options
/// @param bounded whether its upper edge is on the screen
/// @param hidden whether it says itself that a part of it is not shown
record Dialog(List<String> lines, int top, int end, boolean bounded, boolean hidden) {
    private static final int LONGEST = 4000;
    private static final String MORE = "…";

    static Dialog of(DialogRules rules, List<String> lines, Options options) {
        int end = options.isEmpty() ? said(lines) : options.row();
        int edge = edge(rules, lines, end);
        var hides = rules.hides();
        boolean hidden =
                hides != null && lines.subList(edge + 1, lines.size()).stream().anyMatch(it -> Foot.has(hides, it));
        return new Dialog(lines, edge + 1, end, edge >= 0, hidden);
    }

    /// The row after the last line that is not empty.
    private static int said(List<String> lines) {
        int end = lines.size();
        while (end > 0 && lines.get(end - 1).isBlank()) {
            end--;
        }
        return end;
    }

    private static int edge(DialogRules rules, List<String> lines, int end) {
        var edge = rules.edge();
        int at = end - 1;
        while (at >= 0 && (edge == null || !Foot.has(edge, lines.get(at)))) {
            at--;
        }
        return at;
    }

    List<String> above() {
        return lines.subList(top, end);
    }

    boolean has(int row) {
        return row >= top && row < end;
    }

    /// All of it but one row, in lines that are fit to be shown elsewhere.
    ///
    /// @param row what is shown beside it; negative where nothing is
    About about(int row) {
        var said = new ArrayList<String>();
        for (int at = top; at < end; at++) {
            if (at != row) {
                said.add(Saying.unframed(lines.get(at)));
            }
        }
        String text = (bounded ? "" : MORE + "\n") + joined(said);
        if (text.codePointCount(0, text.length()) <= LONGEST) {
            return new About(text.isBlank() ? null : text, bounded && !hidden);
        }
        return new About(text.substring(0, text.offsetByCodePoints(0, LONGEST - 1)) + MORE, false);
    }

    /// @param whole whether nothing is missing of what the program wants to say
    record About(@Nullable String text, boolean whole) {}

    /// Without the indentation that all have in common, and with one empty line where there are more.
    private static String joined(List<String> said) {
        int indent = said.stream()
                .filter(it -> !it.isBlank())
                .mapToInt(it -> it.length() - it.stripLeading().length())
                .min()
                .orElse(0);
        var text = new StringBuilder();
        boolean gap = false;
        for (String line : said) {
            if (line.isBlank()) {
                gap = !text.isEmpty();
            } else {
                text.append(gap ? "\n" : "").append(text.isEmpty() ? "" : "\n").append(line.substring(indent));
                gap = false;
            }
        }
        return text.toString();
    }
}
