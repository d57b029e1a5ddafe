package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A turn with each of its texts replaced, those of sub-agents as well.
public final class TurnTexts {
    private TurnTexts() {}

    public static Turn each(Turn turn, UnaryOperator<String> change) {
        return new Turn(
                turn.role(),
                turn.at(),
                change.apply(turn.text()),
                tool(turn.tool(), change),
                turn.thinking() == null ? null : change.apply(turn.thinking()),
                turn.mark(),
                turn.inner().stream().map(inner -> each(inner, change)).toList());
    }

    private static @Nullable ToolUse tool(@Nullable ToolUse tool, UnaryOperator<String> change) {
        return tool == null
                ? null
                : new ToolUse(
                        change.apply(tool.name()),
                        change.apply(tool.inputSummary()),
                        change.apply(tool.outputSummary()),
                        tool.ok(),
                        change.apply(tool.purpose()),
                        tool.ending());
    }
}
