package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.Brief;
import dev.svc.server.engine.JsonView;
import dev.svc.server.engine.TurnMaker;
import org.jspecify.annotations.Nullable;

/// One block of a message's content.
enum ClaudeBlock {
    TEXT,
    THINKING,
    CALL,
    RESULT,
    OTHER;

    static ClaudeBlock kind(JsonView block) {
        if (block.isString()) {
            return TEXT;
        }
        return switch (block.member("type").text()) {
            case "text" -> TEXT;
            case "thinking" -> THINKING;
            case "tool_use", "server_tool_use" -> CALL;
            case "tool_result" -> RESULT;
            default -> OTHER;
        };
    }

    static String text(JsonView block, int characters) {
        return block.isString() ? block.text(characters) : block.member("text").text(characters);
    }

    static boolean hasThought(JsonView block) {
        return !block.member("thinking").text(10).isBlank();
    }

    static void tellCall(JsonView block, TurnMaker turn) {
        var input = block.member("input");
        turn.tool(block.member("name").text(Brief.SHORT), Brief.input(input))
                .call(block.member("id").text());
        var after = input.member("new_string");
        if (after.isString()) {
            turn.change(Brief.change(input.member("old_string").text(Brief.DIFF), after.text(Brief.DIFF)));
        }
    }

    /// @param told what the program itself keeps of the result
    static void tellResult(JsonView block, @Nullable JsonView told, TurnMaker turn) {
        var content = block.member("content");
        var words = new StringBuilder(content.text(Brief.SHORT + 1));
        content.elements(part -> {
            if (words.length() <= Brief.SHORT) {
                words.append(words.isEmpty() ? "" : "\n")
                        .append(part.member("text").text(Brief.SHORT + 1));
            }
        });
        turn.result(Brief.brief(words.toString()), !block.member("is_error").isTrue());
        if (told != null && told.isObject()) {
            turn.agent(told.member("agentId").text());
            tellPatch(told.member("structuredPatch"), turn);
        }
    }

    private static void tellPatch(JsonView patch, TurnMaker turn) {
        var diff = new StringBuilder();
        patch.elements(hunk -> {
            if (diff.length() < Brief.DIFF) {
                diff.append("@@ -")
                        .append(range(hunk, "old"))
                        .append(" +")
                        .append(range(hunk, "new"))
                        .append(" @@\n");
                hunk.member("lines").elements(line -> {
                    if (diff.length() < Brief.DIFF) {
                        diff.append(line.text(Brief.DIFF)).append('\n');
                    }
                });
            }
        });
        if (!diff.isEmpty()) {
            turn.change(Brief.diff(diff.toString()));
        }
    }

    private static String range(JsonView hunk, String side) {
        return hunk.member(side + "Start").number(0) + ","
                + hunk.member(side + "Lines").number(0);
    }
}
