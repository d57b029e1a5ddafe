package dev.svc.server.engine.kimi;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import java.util.ArrayList;
import java.util.List;

/// What a wire log tells of edits and commands: what was asked, and whether it succeeded. The text before is not in it.
final class KimiDeeds {
    private KimiDeeds() {}

    static void tell(KimiEntry entry, CallDeeds call) {
        call.at(entry.record().member("time").number(0));
        if (entry.kind().equals("subagent.spawned")) {
            call.agent(entry.text("subagentId"));
        } else if (entry.type().equals("tool.call")) {
            var event = entry.event();
            call.tool(
                    event.member("name").text(ToolSummary.SHORT),
                    event.member("toolCallId").text());
            ask(event.member("args"), event.member("display"), call);
        } else if (entry.type().equals("tool.result")) {
            call.ended(!entry.event().member("result").member("isError").isTrue());
        }
    }

    private static void ask(JsonView arguments, JsonView display, CallDeeds call) {
        var shown = display.member("path").text();
        var path = shown.isEmpty() ? arguments.member("path").text() : shown;
        switch (call.tool()) {
            case "Write", "WriteFile" -> {
                var text = arguments.member("content").text();
                boolean isAppended = arguments.member("mode").text().equals("append");
                call.add(
                        isAppended
                                ? new Deed.Appended(path, Was.UNKNOWN, text)
                                : new Deed.Wrote(path, Was.UNKNOWN, text));
            }
            case "Edit", "StrReplaceFile", "MultiEdit" ->
                call.add(new Deed.Replaced(path, Was.UNKNOWN, replacements(arguments), List.of()));
            case "Bash", "Shell" -> {
                var command = arguments.member("command").text();
                if (WritingCommand.may(command)) {
                    call.add(new Deed.Ran(command));
                }
            }
            default -> {}
        }
    }

    /// One edit by the names of the present version, or one or several by those of earlier ones.
    private static List<Replacement> replacements(JsonView arguments) {
        var all = new ArrayList<Replacement>();
        var edits = arguments.member(arguments.member("edits").isArray() ? "edits" : "edit");
        if (edits.isArray()) {
            edits.elements(edit -> all.add(replacement(edit)));
        } else {
            all.add(replacement(edits.isObject() ? edits : arguments));
        }
        return all;
    }

    private static Replacement replacement(JsonView edit) {
        boolean isShort = edit.member("new").isString();
        return new Replacement(
                edit.member(isShort ? "old" : "old_string").text(),
                edit.member(isShort ? "new" : "new_string").text(),
                edit.member("replace_all").isTrue());
    }
}
