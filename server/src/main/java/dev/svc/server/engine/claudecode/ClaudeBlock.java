package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.claudecode.deed.ClaudeDeeds;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One block of a message's content, gone through once. Valid while its line is.
final class ClaudeBlock {
    private static final JsonView NONE = JsonView.of("");

    /// The beginning of an answer that the program has cut short.
    private static final String ELSEWHERE = "<persisted-output>";

    /// The line that the program puts before what a failed command wrote.
    private static final Pattern EXIT = Pattern.compile("Exit code (\\d{1,9})\\b");

    private final JsonView whole;
    private Kind kind = Kind.OTHER;
    private JsonView id = NONE;
    private JsonView text = NONE;
    private JsonView thinking = NONE;

    enum Kind {
        TEXT,
        THINKING,
        CALL,
        RESULT,
        OTHER
    }

    private ClaudeBlock(JsonView whole) {
        this.whole = whole;
    }

    static ClaudeBlock of(JsonView whole) {
        var block = new ClaudeBlock(whole);
        if (whole.isString()) {
            block.kind = Kind.TEXT;
            block.text = whole;
        } else {
            whole.members(block::take);
        }
        return block;
    }

    private void take(String key, JsonView value) {
        switch (key) {
            case "type" -> kind = kind(value.text());
            case "id", "tool_use_id" -> id = value;
            case "text" -> text = value;
            case "thinking" -> thinking = value;
            default -> {}
        }
    }

    private static Kind kind(String type) {
        return switch (type) {
            case "text" -> Kind.TEXT;
            case "thinking" -> Kind.THINKING;
            case "tool_use", "server_tool_use" -> Kind.CALL;
            case "tool_result" -> Kind.RESULT;
            default -> Kind.OTHER;
        };
    }

    Kind kind() {
        return kind;
    }

    /// Of the call, here or where it is answered.
    String id() {
        return id.text();
    }

    String text(int characters) {
        return text.text(characters);
    }

    String thought(int characters) {
        return thinking.text(characters);
    }

    /// What a call was given.
    JsonView input() {
        return whole.member("input");
    }

    void tellCall(TurnMaker turn) {
        var input = whole.member("input");
        turn.tool(whole.member("name").text(ToolSummary.SHORT), input).call(id());
        var after = input.member("new_string");
        if (after.isString()) {
            turn.change(ToolSummary.change(
                    input.member("old_string").text(ToolSummary.DIFF), after.text(ToolSummary.DIFF)));
        }
    }

    /// What the call was asked to do to files, or what came of that.
    void tellDeeds(ClaudeEntry entry, CallDeeds call) {
        if (kind == Kind.CALL) {
            call.tool(whole.member("name").text(ToolSummary.SHORT), id()).at(entry.timestamp);
            call.agent(ClaudeAgents.sidechain(entry, this, call.tool()));
            ClaudeDeeds.ask(whole.member("input"), call);
        } else if (kind == Kind.RESULT) {
            ClaudeDeeds.answer(whole, entry.result, call);
        }
    }

    /// @param told the program's own record of the result
    void tellResult(@Nullable JsonView told, TurnMaker turn) {
        var content = whole.member("content");
        var words = new StringBuilder(content.text(turn.toolOutput()));
        content.elements(part -> {
            if (words.length() < turn.toolOutput()) {
                words.append(words.isEmpty() ? "" : "\n")
                        .append(part.member("text").text(turn.toolOutput()));
            }
        });
        boolean failed = whole.member("is_error").isTrue();
        boolean complete = words.indexOf(ELSEWHERE) != 0;
        turn.result(words.toString(), !failed).lines(complete ? lines(content) : -1);
        var exit = EXIT.matcher(words);
        if (failed && exit.lookingAt()) {
            turn.exited(Long.parseLong(exit.group(1))).lines(lines(content) - 1);
        }
        if (told != null && told.isObject()) {
            var agent = told.member("agentId").text();
            if (!agent.isEmpty()) {
                turn.agent(agent);
            }
            if (complete) {
                tellLines(told, turn);
            }
            tellPatch(told.member("structuredPatch"), turn);
        }
    }

    private static int lines(JsonView content) {
        var lines = new int[] {content.lines()};
        content.elements(part -> lines[0] += part.member("text").lines());
        return lines[0];
    }

    /// What the model was given may have remarks of the program's own.
    private static void tellLines(JsonView told, TurnMaker turn) {
        var output = told.member("stdout");
        long read = told.member("file").member("numLines").number(-1);
        if (output.isString()) {
            turn.lines((long) output.lines() + told.member("stderr").lines());
        } else if (read >= 0) {
            turn.lines(read);
        }
    }

    private static void tellPatch(JsonView patch, TurnMaker turn) {
        var diff = new StringBuilder();
        patch.elements(hunk -> {
            if (diff.length() < ToolSummary.DIFF) {
                diff.append("@@ -")
                        .append(range(hunk, "old"))
                        .append(" +")
                        .append(range(hunk, "new"))
                        .append(" @@\n");
                hunk.member("lines").elements(line -> {
                    if (diff.length() < ToolSummary.DIFF) {
                        diff.append(line.text(ToolSummary.DIFF)).append('\n');
                    }
                });
            }
        });
        if (!diff.isEmpty()) {
            turn.change(ToolSummary.diff(diff.toString()));
        }
    }

    private static String range(JsonView hunk, String side) {
        return hunk.member(side + "Start").number(0) + ","
                + hunk.member(side + "Lines").number(0);
    }
}
