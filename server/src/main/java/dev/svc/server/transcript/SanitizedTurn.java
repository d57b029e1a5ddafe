package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.shared.text.PlainText;
import org.jspecify.annotations.Nullable;

/// A turn with all control sequences removed from its texts.
final class SanitizedTurn {
    private SanitizedTurn() {}

    static Turn turn(Turn turn) {
        return new Turn(
                turn.role(),
                turn.at(),
                PlainText.of(turn.text()),
                tool(turn.tool()),
                turn.thinking() == null ? null : PlainText.of(turn.thinking()),
                turn.mark(),
                turn.inner().stream().map(SanitizedTurn::turn).toList());
    }

    private static @Nullable ToolUse tool(@Nullable ToolUse tool) {
        return tool == null
                ? null
                : new ToolUse(
                        PlainText.of(tool.name()).replaceAll("\\s+", " "),
                        PlainText.of(tool.inputSummary()),
                        PlainText.of(tool.outputSummary()),
                        tool.ok(),
                        PlainText.of(tool.purpose()),
                        tool.ending());
    }
}
