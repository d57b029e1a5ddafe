package dev.svc.server.engine.turn;

/// How much of a conversation is read: what people look at is brief, what is searched may be more.
///
/// @param toolOutput how many characters of what a tool answered. A sub-agent's tools are always read in brief: one
/// call may have thousands of them, and all are in memory at once.
public record Detail(int toolOutput) {
    /// What is read where nobody asks for more.
    public static final Detail BRIEF = new Detail(ToolSummary.SHORT);

    private static final int MOST = 64 << 10;

    /// Of a number below what is brief, or above what fits into memory, the nearest that is possible.
    public Detail {
        toolOutput = Math.clamp(toolOutput, ToolSummary.SHORT, MOST);
    }
}
