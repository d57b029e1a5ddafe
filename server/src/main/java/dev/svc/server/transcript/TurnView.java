package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.ToolUse;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A turn as the interface gives it out.
///
/// @param mark compacted, error or interrupted
/// @param inner what the sub-agent did that this call started
/// @param cut whether a cap took some of its text
public record TurnView(
        int index,
        String role,
        @Nullable Instant at,
        String text,
        @Nullable Tool tool,
        @Nullable String thinking,
        @Nullable String mark,
        List<TurnView> inner,
        boolean cut) {

    /// A call, in short.
    ///
    /// @param purpose in the model's words
    /// @param lines how many lines it answered, also where fewer are given out
    public record Tool(
            String name,
            @Nullable String purpose,
            String inputSummary,
            String outputSummary,
            @Nullable Boolean ok,
            @Nullable Integer exitCode,
            @Nullable Long tookMs,
            @Nullable Integer lines) {}

    public static TurnView of(int index, Turn turn, boolean cut) {
        return new TurnView(
                index,
                word(turn.role()),
                turn.at(),
                turn.text(),
                tool(turn.tool()),
                turn.thinking(),
                turn.mark() == Mark.NONE ? null : word(turn.mark()),
                IntStream.range(0, turn.inner().size())
                        .mapToObj(i -> of(i, turn.inner().get(i), false))
                        .toList(),
                cut);
    }

    private static @Nullable Tool tool(@Nullable ToolUse tool) {
        if (tool == null) {
            return null;
        }
        var ending = tool.ending();
        return new Tool(
                tool.name(),
                tool.purpose().isBlank() ? null : tool.purpose(),
                tool.inputSummary(),
                tool.outputSummary(),
                tool.ok(),
                ending.exitCode(),
                ending.tookMs(),
                ending.lines());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
