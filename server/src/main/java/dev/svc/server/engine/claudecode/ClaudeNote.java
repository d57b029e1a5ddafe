package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.session.Turn;

/// What the program notes between what people and the model say: commands, compaction, interruption.
enum ClaudeNote {
    NONE(""),
    COMMAND(""),
    SHELL(""),
    COMPACTION(""),
    INTERRUPTION(""),
    COMMAND_OUTPUT("command"),
    SHELL_OUTPUT("shell"),
    SUMMARY("compacted");

    private static final int OPENING = 200;

    /// How much of a summary is shown.
    private static final int MUCH = 4 << 10;

    /// What stands around an output.
    private static final int TAGS = 200;

    /// The turn that it adds to.
    private final String joins;

    ClaudeNote(String joins) {
        this.joins = joins;
    }

    static ClaudeNote of(ClaudeEntry entry) {
        if (entry.kind.equals("system")) {
            return entry.subtype.equals("compact_boundary") ? COMPACTION : ofText(entry.content);
        }
        if (!entry.kind.equals("user")) {
            return NONE;
        }
        if (entry.compactSummary) {
            return SUMMARY;
        }
        return entry.injected ? NONE : ofText(entry.opening(OPENING));
    }

    private static ClaudeNote ofText(String text) {
        if (text.startsWith("[Request interrupted by user")) {
            return INTERRUPTION;
        }
        if (text.startsWith("<command-name>") || text.startsWith("<command-message>")) {
            return COMMAND;
        }
        if (text.startsWith("<bash-input>")) {
            return SHELL;
        }
        if (text.startsWith("<bash-stdout>") || text.startsWith("<bash-stderr>")) {
            return SHELL_OUTPUT;
        }
        return text.startsWith("<local-command-std") ? COMMAND_OUTPUT : NONE;
    }

    /// False when the record is not a note.
    boolean scan(TurnScan scan) {
        switch (this) {
            case NONE -> {
                return false;
            }
            case COMMAND -> scan.open("command", "", scan.begin(0));
            case SHELL -> scan.open("shell", "", scan.begin(0));
            case COMPACTION -> scan.open("compacted", "", scan.begin(0));
            case INTERRUPTION -> scan.begin(0);
            case COMMAND_OUTPUT, SHELL_OUTPUT -> join(scan, false);
            case SUMMARY -> join(scan, true);
        }
        return true;
    }

    private void join(TurnScan scan, boolean orBegin) {
        int turn = scan.close(joins, "");
        if (turn >= 0) {
            scan.add(turn, 0);
        } else if (orBegin) {
            scan.begin(0);
        }
    }

    /// Adds the record's note to the turn; false when it is not a note.
    boolean tell(ClaudeEntry entry, TurnMaker turn) {
        int much = this == SHELL_OUTPUT ? Math.max(MUCH, turn.toolOutput() + TAGS) : MUCH;
        var text = entry.kind.equals("system") ? entry.content : entry.opening(much);
        switch (this) {
            case NONE -> {
                return false;
            }
            case COMMAND -> turn.role(Turn.Role.SYSTEM).say(command(text));
            case SHELL -> turn.tool("shell", ToolSummary.brief(ClaudeMessage.tagged(text, "bash-input")));
            case COMPACTION, SUMMARY ->
                turn.role(Turn.Role.SYSTEM).mark(Turn.Mark.COMPACTED).say(text);
            case INTERRUPTION ->
                turn.role(Turn.Role.SYSTEM).mark(Turn.Mark.INTERRUPTED).say(text);
            case COMMAND_OUTPUT -> turn.say(untagged(text, "local-command-stdout", "local-command-stderr"));
            case SHELL_OUTPUT -> turn.result(untagged(text, "bash-stdout", "bash-stderr"), null);
        }
        return true;
    }

    private static String command(String text) {
        return (ClaudeMessage.tagged(text, "command-name") + " " + ClaudeMessage.tagged(text, "command-args")).strip();
    }

    private static String untagged(String text, String out, String err) {
        return (ClaudeMessage.tagged(text, out) + "\n" + ClaudeMessage.tagged(text, err)).strip();
    }
}
