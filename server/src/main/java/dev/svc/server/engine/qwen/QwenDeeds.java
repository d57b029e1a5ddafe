package dev.svc.server.engine.qwen;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.ShownEdit;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import java.util.List;
import java.util.Set;

/// What a chat tells of edits and commands: the call says what was asked, the result displays both texts. Of long
/// files both are cut in the middle; then only what was asked is known.
final class QwenDeeds {
    private static final JsonView NONE = JsonView.of("");
    private static final Set<String> EDITS = Set.of("edit", "replace", "write_file", "notebook_edit");

    private QwenDeeds() {}

    /// Whether a call of that tool edits a file.
    static boolean edits(String tool) {
        return EDITS.contains(tool);
    }

    static void tell(QwenRecord record, QwenPart part, CallDeeds call) {
        if (part.isCall()) {
            call.tool(part.tool(ToolSummary.SHORT), part.id()).at(record.timestamp);
            ask(part.arguments(), call);
        } else if (part.isResponse()) {
            answer(record.result, part, call);
        }
    }

    private static void ask(JsonView arguments, CallDeeds call) {
        switch (call.tool()) {
            case "edit", "replace", "write_file" -> call.add(ShownEdit.of(arguments, NONE));
            case "run_shell_command" -> {
                var command = arguments.member("command").text();
                if (WritingCommand.may(command)) {
                    call.add(new Deed.Ran(command));
                }
            }
            default -> {}
        }
    }

    private static void answer(JsonView result, QwenPart part, CallDeeds call) {
        var display = result.member("resultDisplay");
        boolean isWhole = display.member("newContent").isString()
                && display.member("filePath").isString()
                && !display.member("truncatedForSession").isTrue();
        if (isWhole && edits(call.tool())) {
            call.replace(List.of(ShownEdit.of(NONE, display)));
        }
        switch (result.member("status").text()) {
            case "success" -> call.done();
            case "cancelled" -> call.refused();
            case "error" -> call.failed();
            default -> call.ended(!part.isFailure());
        }
    }
}
