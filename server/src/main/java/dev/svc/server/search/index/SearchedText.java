package dev.svc.server.search.index;

import dev.svc.server.search.query.TurnKind;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.shared.text.PlainText;
import org.jspecify.annotations.Nullable;

/// What of a turn is searched: everything that was said, thought and done in it, as one plain text.
final class SearchedText {
    private static final int MOST = 256 << 10;
    private static final int MOST_OF_A_PART = 192 << 10;
    private static final int MOST_NAME = 100;

    private final StringBuilder text = new StringBuilder();
    private final int toolOutput;

    private SearchedText(int toolOutput) {
        this.toolOutput = toolOutput;
    }

    /// @param toolOutput how many characters of what a tool answered are searched
    static String of(Turn turn, int toolOutput) {
        var all = new SearchedText(toolOutput);
        all.add(turn);
        return all.text.toString();
    }

    static TurnKind kind(Turn turn) {
        return switch (turn.role()) {
            case USER -> TurnKind.USER;
            case ASSISTANT -> TurnKind.ASSISTANT;
            case TOOL -> turn.tool() != null && isChange(turn.tool()) ? TurnKind.EDIT : TurnKind.TOOL;
            case SYSTEM -> TurnKind.SYSTEM;
        };
    }

    /// A tool that changed something answers with a diff.
    private static boolean isChange(ToolUse tool) {
        return isDiff(tool.outputSummary()) || isDiff(tool.inputSummary());
    }

    private static boolean isDiff(String text) {
        return text.startsWith("@@") || text.startsWith("--- ") || text.startsWith("*** ") || text.startsWith("diff ");
    }

    /// The tool's name on one line; null where none was used, or one without a name.
    static @Nullable String tool(Turn turn) {
        if (turn.tool() == null) {
            return null;
        }
        var name = cut(PlainText.line(turn.tool().name()).strip(), MOST_NAME);
        return name.isEmpty() ? null : name;
    }

    private void add(Turn turn) {
        add(turn.text(), MOST_OF_A_PART);
        if (turn.thinking() != null) {
            add(turn.thinking(), MOST_OF_A_PART);
        }
        if (turn.tool() != null) {
            add(turn.tool());
        }
        turn.inner().forEach(this::add);
    }

    private void add(ToolUse tool) {
        add(tool.name(), MOST_NAME);
        add(tool.purpose(), MOST_OF_A_PART);
        add(tool.inputSummary(), MOST_OF_A_PART);
        add(tool.outputSummary(), isChange(tool) ? MOST_OF_A_PART : toolOutput);
    }

    private void add(String part, int most) {
        int room = Math.min(most, MOST - text.length());
        if (room <= 0 || part.isEmpty()) {
            return;
        }
        var plain = PlainText.of(cut(part, room));
        if (!plain.isBlank()) {
            text.append(text.isEmpty() ? "" : "\n").append(plain);
        }
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(Math.max(0, most - 1))) ? most - 1 : most);
    }
}
