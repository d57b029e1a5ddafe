package dev.svc.server.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of a conversation, as the program's own log tells it.
///
/// @param text what was typed, said or noted; empty where only a tool was used
/// @param tool the call, with what came of it as soon as the log knows that
/// @param thinking what the model thought before it said this
/// @param inner the turns of the sub-agent that this call started, in their order
public record Turn(
        Role role,
        @Nullable Instant at,
        String text,
        @Nullable ToolUse tool,
        @Nullable String thinking,
        Mark mark,
        List<Turn> inner) {

    public Turn {
        inner = List.copyOf(inner);
    }

    public enum Role {
        USER,
        ASSISTANT,
        TOOL,
        SYSTEM
    }

    /// What a turn is beside something that was said.
    public enum Mark {
        NONE,
        COMPACTED,
        ERROR,
        INTERRUPTED
    }

    /// A call of a tool and what came of it.
    ///
    /// @param ok null while the log has no answer
    /// @param purpose what the call is for, in the model's words; empty where it gives none
    public record ToolUse(
            String name,
            String inputSummary,
            String outputSummary,
            @Nullable Boolean ok,
            String purpose,
            Ending ending) {

        /// A call whose purpose and end the log does not say.
        public ToolUse(String name, String inputSummary, String outputSummary, @Nullable Boolean ok) {
            this(name, inputSummary, outputSummary, ok, "", Ending.UNTOLD);
        }
    }

    /// How a call ended, as far as its program records it.
    ///
    /// @param exitCode of the command that it ran
    /// @param tookMs how long it took, in milliseconds
    /// @param lines how many lines it answered, also where fewer are shown
    public record Ending(
            @Nullable Integer exitCode,
            @Nullable Long tookMs,
            @Nullable Integer lines) {
        public static final Ending UNTOLD = new Ending(null, null, null);
    }
}
