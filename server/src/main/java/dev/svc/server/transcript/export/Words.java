package dev.svc.server.transcript.export;

import dev.svc.server.session.Turn;

/// What people read above a turn.
final class Words {
    static final String YOU = "You";

    private Words() {}

    static String who(Turn turn, String program) {
        return who(turn, program, YOU);
    }

    static String who(Turn turn, String program, String person) {
        return switch (turn.mark()) {
            case COMPACTED -> "Compacted";
            case ERROR -> "Error";
            case INTERRUPTED -> "Interrupted";
            case NONE ->
                switch (turn.role()) {
                    case USER -> person;
                    case ASSISTANT -> program;
                    case TOOL -> "Tool";
                    case SYSTEM -> "System";
                };
        };
    }

    static String outcome(Turn.ToolUse tool) {
        if (tool.ok() == null) {
            return "no answer";
        }
        var ended = tool.ok() ? "succeeded" : "failed";
        var exit = tool.ending().exitCode();
        return exit == null || exit == 0 ? ended : ended + ", exit " + exit;
    }
}
