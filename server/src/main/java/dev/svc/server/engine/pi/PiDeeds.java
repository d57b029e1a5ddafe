package dev.svc.server.engine.pi;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.UnifiedDiff;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import java.util.ArrayList;
import java.util.List;

/// What a session's file tells of edits and commands: an edit's answer has the patch with its place; of a written file
/// the text before is not in it.
final class PiDeeds {
    private PiDeeds() {}

    static void tell(PiEntry entry, int part, CallDeeds call) {
        call.at(entry.timestamp);
        if (entry.isMessageOf("toolResult")) {
            answer(entry, call);
        } else if (entry.isMessageOf("bashExecution")) {
            ran(entry.command.text(), call.tool("bash", ""));
            call.done();
        } else if (entry.isMessageOf("assistant")) {
            var parts = entry.parts();
            if (part < parts.size() && PiEntry.kind(parts.get(part)).equals("toolCall")) {
                ask(parts.get(part), call);
            }
        }
    }

    private static void ask(JsonView asked, CallDeeds call) {
        call.tool(
                asked.member("name").text(ToolSummary.SHORT), asked.member("id").text());
        var arguments = asked.member("arguments");
        var path = arguments.member("path").text();
        switch (call.tool()) {
            case "edit" -> call.add(new Deed.Replaced(path, Was.UNKNOWN, replacements(arguments), List.of()));
            case "write" ->
                call.add(new Deed.Wrote(
                        path, Was.UNKNOWN, arguments.member("content").text()));
            case "bash", "powershell" -> ran(arguments.member("command").text(), call);
            default -> {}
        }
    }

    private static void ran(String command, CallDeeds call) {
        if (WritingCommand.may(command)) {
            call.add(new Deed.Ran(command));
        }
    }

    /// Several edits, or one as in the versions before.
    private static List<Replacement> replacements(JsonView arguments) {
        var all = new ArrayList<Replacement>();
        var edits = arguments.member("edits");
        if (edits.isArray()) {
            edits.elements(edit -> all.add(replacement(edit)));
        } else {
            all.add(replacement(arguments));
        }
        return all;
    }

    private static Replacement replacement(JsonView edit) {
        return new Replacement(
                edit.member("oldText").text(), edit.member("newText").text(), false);
    }

    private static void answer(PiEntry entry, CallDeeds call) {
        var hunks = UnifiedDiff.read(entry.details.member("patch").text());
        if (!entry.isError
                && !hunks.isEmpty()
                && call.known().size() == 1
                && call.known().getFirst() instanceof Deed.Replaced asked) {
            call.replace(List.of(new Deed.Patched(asked.path(), asked.path(), Was.UNKNOWN, hunks)));
        }
        call.ended(!entry.isError);
    }
}
