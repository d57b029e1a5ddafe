package dev.svc.server.transcript.console;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.console.Style.Colour;
import java.util.ArrayList;
import java.util.List;

/// One turn as the lines of a terminal, followed by a blank line.
public final class TurnText {
    private static final Style TYPED = Style.of(Colour.CYAN).withBold();
    private static final Style THOUGHT = Style.DIM.withItalic();
    private static final Run INDENT = new Run("  ", Style.PLAIN);

    private final Turn turn;
    private final Sheet sheet;
    private final Patience patience;

    private TurnText(Turn turn, Sheet sheet, Patience patience) {
        this.turn = turn;
        this.sheet = sheet;
        this.patience = patience;
    }

    /// Every line stands for itself: it begins and ends plain.
    ///
    /// @param patience for Markdown; without it everything is plain text
    public static List<String> lines(Turn turn, int cols, Patience patience) {
        var sheet = new Sheet(cols);
        new TurnText(turn, sheet, patience).write();
        var lines = new ArrayList<>(sheet.lines());
        if (!lines.isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    private void write() {
        if (turn.thinking() != null && !turn.thinking().isBlank()) {
            var words = turn.thinking().strip();
            sheet.within(new Run("✻ ", THOUGHT), INDENT, () -> sheet.words(List.of(new Run(words, THOUGHT))));
            sheet.gap();
        }
        if (!turn.text().isBlank() || turn.mark() != Mark.NONE) {
            said();
            sheet.gap();
        }
        if (turn.tool() != null) {
            tool(turn.tool());
        }
    }

    private void said() {
        switch (turn.mark()) {
            case COMPACTED -> marked("─ ", Style.DIM, "The conversation was compacted here.");
            case ERROR -> marked("✗ ", Style.of(Colour.RED), "An error without words.");
            case INTERRUPTED -> marked("■ ", Style.of(Colour.YELLOW), "Interrupted.");
            case NONE -> {
                switch (turn.role()) {
                    case USER -> typed();
                    case ASSISTANT -> answered();
                    case TOOL, SYSTEM -> marked("· ", Style.DIM, "");
                }
            }
        }
    }

    /// @param otherwise what is said when the log has no words for it
    private void marked(String sign, Style style, String otherwise) {
        var words = turn.text().isBlank() ? otherwise : trimmed(turn.text());
        sheet.within(new Run(sign, style), INDENT, () -> sheet.words(List.of(new Run(words, style))));
    }

    private void typed() {
        sheet.within(
                new Run("❯ ", TYPED), INDENT, () -> sheet.words(List.of(new Run(trimmed(turn.text()), Style.BOLD))));
    }

    private void answered() {
        sheet.within(
                new Run("● ", Style.PLAIN), INDENT, () -> MarkdownText.write(trimmed(turn.text()), sheet, patience));
    }

    /// Without blank lines around it; the indentation of its first line counts.
    private static String trimmed(String text) {
        var end = text.stripTrailing();
        int start = 0;
        for (int i = 0; i < end.length() && Character.isWhitespace(end.charAt(i)); i++) {
            start = end.charAt(i) == '\n' ? i + 1 : start;
        }
        return end.substring(start);
    }

    private void tool(ToolUse tool) {
        sheet.within(new Run("◆ ", sign(tool)), INDENT, () -> {
            asked(tool);
            if (!tool.outputSummary().isBlank()) {
                sheet.within(new Run("└ ", Style.DIM), INDENT, () -> output(tool));
            }
            if (!turn.inner().isEmpty()) {
                sheet.words(
                        List.of(new Run("▸ sub-agent, turns: " + turn.inner().size(), Style.DIM)));
            }
        });
    }

    private static Style sign(ToolUse tool) {
        if (tool.ok() == null) {
            return Style.of(Colour.YELLOW);
        }
        return Style.of(tool.ok() ? Colour.GREEN : Colour.RED);
    }

    private void asked(ToolUse tool) {
        var name = new Run(tool.name(), Style.BOLD);
        boolean diff = DiffText.isDiff(tool.inputSummary(), "");
        if (diff || !tool.purpose().isBlank()) {
            var purpose = tool.purpose().isBlank() ? "" : " " + tool.purpose().strip();
            sheet.words(List.of(name, new Run(purpose, Style.PLAIN)));
        }
        if (diff) {
            DiffText.write(tool.inputSummary(), sheet);
        } else if (!tool.purpose().isBlank()) {
            sheet.verbatim(trimmed(tool.inputSummary()), Style.PLAIN);
        } else {
            sheet.words(List.of(name, new Run(" " + tool.inputSummary().strip(), Style.PLAIN)));
        }
    }

    private void output(ToolUse tool) {
        var text = trimmed(tool.outputSummary());
        if (DiffText.isDiff(text, "")) {
            DiffText.write(text, sheet);
        } else {
            sheet.verbatim(text, Boolean.FALSE.equals(tool.ok()) ? Style.of(Colour.RED) : Style.DIM);
        }
    }
}
