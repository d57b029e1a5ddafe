package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;

/// A turn as plain text for a reader that has no screen: who, and what.
final class PlainTurn {
    private PlainTurn() {}

    static String of(Turn turn) {
        var text = new StringBuilder();
        if (!turn.text().isBlank()) {
            text.append(who(turn)).append(": ").append(turn.text().strip()).append("\n\n");
        }
        if (turn.tool() != null) {
            text.append(tool(turn.tool())).append("\n\n");
        }
        return text.toString();
    }

    private static String who(Turn turn) {
        return switch (turn.mark()) {
            case COMPACTED -> "Summary of what came before";
            case ERROR -> "Error";
            case INTERRUPTED -> "Interrupted";
            case NONE ->
                switch (turn.role()) {
                    case USER -> "User";
                    case ASSISTANT -> "Assistant";
                    case TOOL -> "Tool";
                    case SYSTEM -> "System";
                };
        };
    }

    private static String tool(ToolUse tool) {
        var failed = Boolean.FALSE.equals(tool.ok()) ? " (failed)" : "";
        var answer = tool.outputSummary().isBlank()
                ? ""
                : "\n" + tool.outputSummary().strip();
        var purpose = tool.purpose().isBlank() ? "" : tool.purpose().strip() + "\n";
        return "Tool %s%s: %s%s%s"
                .formatted(tool.name(), failed, purpose, tool.inputSummary().strip(), answer);
    }
}
