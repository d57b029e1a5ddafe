package dev.svc.server.engine.turn;

/// How much of a conversation is read: what people look at is brief, what is searched may be more.
///
/// @param toolOutput how many characters of what a tool answered. A sub-agent's tools are always read in brief: one
/// call may have thousands of them, and all are in memory at once.
/// @param deeds whether it is read for what calls did to files
public record Detail(int toolOutput, boolean deeds) {
    /// What is read where nobody asks for more.
    public static final Detail BRIEF = new Detail(ToolSummary.SHORT);

    /// For what calls did to files.
    public static final Detail DEEDS = new Detail(ToolSummary.SHORT, true);

    private static final int MOST = 64 << 10;

    public Detail(int toolOutput) {
        this(toolOutput, false);
    }

    /// Of a number below what is brief, or above what fits into memory, the nearest that is possible.
    public Detail {
        toolOutput = Math.clamp(toolOutput, ToolSummary.SHORT, MOST);
    }
}
