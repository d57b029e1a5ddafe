package dev.svc.server.engine.copilot;

import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import java.util.regex.Pattern;

/// What the events of one call say for people.
final class CopilotCall {
    /// The last line of what a shell answered is the program's own.
    private static final Pattern SHELL = Pattern.compile("\\n?<\\w+: \\S{1,40} completed with exit code -?\\d+>\\s*$");

    private static final int FRAME = 100;

    private CopilotCall() {}

    static void tell(CopilotEntry entry, TurnMaker turn) {
        switch (entry.type) {
            case "tool.execution_start" -> start(entry, turn);
            case "tool.execution_complete" -> complete(entry.data, turn);
            default -> refused(entry.data.member("result"), turn);
        }
    }

    private static void start(CopilotEntry entry, TurnMaker turn) {
        var name = entry.text("toolName");
        var asked = entry.data.member("arguments");
        var question = asked.member("message");
        if (name.equals("ask_user") && question.isString()) {
            turn.tool(name, ToolSummary.brief(question.text(ToolSummary.SHORT + 1)));
        } else {
            turn.tool(name.isBlank() ? "tool" : name, asked);
        }
        var after = asked.member("new_str");
        if (after.isString()) {
            turn.change(
                    ToolSummary.change(asked.member("old_str").text(ToolSummary.DIFF), after.text(ToolSummary.DIFF)));
        } else if (asked.isString() && CopilotDeeds.isPatch(name)) {
            turn.change(ToolSummary.diff(asked.text(ToolSummary.DIFF)));
        }
    }

    private static void complete(JsonView data, TurnMaker turn) {
        var result = data.member("result");
        var exit = data.member("shellExecution").member("exitCode");
        boolean ok = data.member("success").isTrue() && exit.number(0) == 0;
        var content = result.member("content");
        if (content.isString()) {
            var words = SHELL.matcher(content.text(turn.toolOutput() + FRAME)).replaceFirst("");
            boolean isFramed = exit.length() > 0;
            turn.result(words, ok).lines(words.isBlank() ? 0 : content.lines() - (isFramed ? 1 : 0));
        } else {
            turn.result(data.member("error").member("message").text(turn.toolOutput()), ok);
        }
        if (exit.length() > 0) {
            turn.exited(exit.number(1));
        }
        edited(data, turn);
    }

    /// What was changed is told as a diff with a head of its own.
    private static void edited(JsonView data, TurnMaker turn) {
        var diff = result(data).text(ToolSummary.DIFF * 2);
        int hunk = diff.indexOf("@@ ");
        if (data.member("fileEdits").isArray() && hunk >= 0) {
            turn.change(ToolSummary.diff(diff.substring(hunk)));
        }
    }

    static JsonView result(JsonView data) {
        return data.member("result").member("detailedContent");
    }

    private static void refused(JsonView result, TurnMaker turn) {
        var feedback = result.member("feedback").text(turn.toolOutput());
        var reason = feedback.isBlank() ? result.member("reason").text(turn.toolOutput()) : feedback;
        turn.result(reason.isBlank() ? "Not allowed" : reason, false);
    }
}
