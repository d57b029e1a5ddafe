package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import java.util.regex.Pattern;

/// A call of a tool and what came of it.
final class CodexCall {
    private static final int LONG = 64 << 10;

    /// What the program puts before an answer, and the form that it may put it in.
    private static final int FRAME = 4 << 10;

    private static final Pattern EXIT = Pattern.compile("(?:exited with code|Exit code:) (-?\\d{1,9})");
    private static final Pattern TOOK = Pattern.compile("Wall time: ([\\d.]+)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");
    private static final Pattern LINES =
            Pattern.compile("(?:Warning: truncated output[^\\n]*\\n)?Total output lines: (\\d{1,9})\\n");
    private static final int LONGEST_NUMBER = 20;
    private static final String OUTPUT = "Output:\n";
    private static final String PATCH = "*** Begin Patch";

    private CodexCall() {}

    /// Adds what an item of the model's says of the call.
    static void tell(CodexEntry entry, JsonView payload, TurnMaker turn) {
        if (entry.isCall()) {
            tellCall(entry, payload, turn);
        } else if (entry.isCallOutput()) {
            tellOutput(payload.member("output"), turn);
        }
    }

    private static void tellCall(CodexEntry entry, JsonView payload, TurnMaker turn) {
        var name = payload.member("name").text(ToolSummary.SHORT);
        var arguments = JsonView.of(payload.member("arguments").text(LONG));
        var input = arguments.isObject()
                ? arguments
                : payload.member(payload.member("input").isString() ? "input" : "action");
        turn.tool(name.isEmpty() ? entry.type : name, input);
        int patch = input.text(LONG).indexOf(PATCH);
        if (patch >= 0) {
            turn.change(ToolSummary.diff(input.text(LONG).substring(patch)));
        }
    }

    private static void tellOutput(JsonView output, TurnMaker turn) {
        int much = Math.max(LONG, turn.toolOutput() + FRAME);
        var text = words(output.isObject() ? output.member("content") : output, much);
        var told = JsonView.of(text);
        var agent = told.member("agent_id").text();
        if (!agent.isEmpty()) {
            turn.agent(agent).result(text, true);
        } else if (told.member("output").isString()) {
            var metadata = told.member("metadata");
            var exit = metadata.member("exit_code");
            turn.result(told.member("output").text(much), exit.length() == 0 ? null : (exit.number(1) == 0))
                    .lines(told.member("output").lines())
                    .took(millis(metadata.member("duration_seconds").raw(LONGEST_NUMBER)));
            if (exit.length() > 0) {
                turn.exited(exit.number(1));
            }
        } else {
            tellText(text, turn);
        }
    }

    /// MCP tools answer in parts. Codex writes the first part itself; pictures are left out.
    private static String words(JsonView said, int much) {
        if (said.isString()) {
            return said.text(much);
        }
        var words = new StringBuilder();
        said.elements(part -> {
            int left = much - words.length();
            var text = left > 0 ? part.member("text").text(left) : "";
            if (!text.isEmpty()) {
                words.append(words.isEmpty() ? "" : "\n").append(text);
            }
        });
        return words.toString();
    }

    /// The program puts a few lines of its own before a command's output.
    private static void tellText(String text, TurnMaker turn) {
        int output = text.indexOf(OUTPUT);
        var answer = output < 0 ? text : text.substring(output + OUTPUT.length());
        var frame = output < 0 ? text : text.substring(0, output);
        var exit = EXIT.matcher(frame);
        boolean ended = exit.find();
        turn.result(answer, ended ? exit.group(1).equals("0") : isAnswered(text));
        if (ended) {
            turn.exited(Long.parseLong(exit.group(1)));
        }
        if (output >= 0) {
            var took = TOOK.matcher(frame);
            turn.took(took.find() ? millis(took.group(1)) : -1).lines(lines(answer));
        }
    }

    /// The program says how many lines there were when it leaves some of them out.
    private static long lines(String answer) {
        var all = LINES.matcher(answer);
        return all.lookingAt() ? Long.parseLong(all.group(1)) : answer.lines().count();
    }

    /// A number of seconds in milliseconds; below zero when it is none.
    private static long millis(String seconds) {
        return SECONDS.matcher(seconds).matches() ? Math.round(Double.parseDouble(seconds) * 1000) : -1;
    }

    private static boolean isAnswered(String text) {
        return !text.startsWith("unsupported call") && !text.startsWith("aborted by user");
    }

    /// Newer rollouts also say how a call ended, in an event of its own.
    static void tellDone(JsonView item, TurnMaker turn) {
        var output = item.member("aggregated_output").text(turn.toolOutput());
        switch (item.member("status").text()) {
            case "completed" -> turn.result(output, true);
            case "failed", "declined" -> turn.result(output, false);
            default -> {}
        }
        var exit = item.member("exit_code");
        if (exit.length() > 0) {
            var duration = item.member("duration");
            long seconds = duration.member("secs").number(-1);
            turn.exited(exit.number(1))
                    .took(
                            seconds < 0
                                    ? -1
                                    : seconds * 1000 + duration.member("nanos").number(0) / 1_000_000);
        }
        item.member("receiver_thread_ids").elements(thread -> turn.agent(thread.text()));
    }

    static String thought(JsonView item) {
        var words = new StringBuilder();
        item.member("summary_text")
                .elements(line -> words.append(words.isEmpty() ? "" : "\n").append(line.text()));
        return words.toString();
    }
}
