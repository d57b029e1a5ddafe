package dev.svc.server.engine.copilot;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.PatchEnvelope;
import dev.svc.server.engine.change.PatchHunk;
import dev.svc.server.engine.change.UnifiedDiff;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a log tells of edits and commands: what was asked, whether it was allowed and succeeded, and for edits the
/// patch that was made of it.
final class CopilotDeeds {
    private static final Set<String> REFUSED = Set.of("denied", "rejected");

    private CopilotDeeds() {}

    static boolean isPatch(String tool) {
        return tool.equals("apply_patch");
    }

    static void tell(CopilotEntry entry, CallDeeds call) {
        call.at(entry.timestamp);
        switch (entry.type) {
            case "subagent.started" -> call.agent(entry.agent);
            case "tool.execution_start" -> {
                call.tool(entry.text("toolName"), entry.call());
                ask(entry.data.member("arguments"), call);
            }
            case "permission.completed" -> {
                if (!entry.isApproved()) {
                    call.refused();
                }
            }
            case "tool.execution_complete" -> complete(entry.data, call);
            default -> {}
        }
    }

    private static void ask(JsonView asked, CallDeeds call) {
        var path = asked.member("path").text();
        switch (call.tool()) {
            // The program creates nothing where something is.
            case "create" ->
                call.add(new Deed.Wrote(
                        path, Was.NOTHING, asked.member("file_text").text()));
            case "edit" -> call.add(new Deed.Replaced(path, Was.UNKNOWN, List.of(replacement(asked)), List.of()));
            case "bash", "powershell" -> {
                var command = asked.member("command").text();
                if (WritingCommand.may(command)) {
                    call.add(new Deed.Ran(command));
                }
            }
            default -> {
                if (isPatch(call.tool())) {
                    var input = asked.isString() ? asked : asked.member("input");
                    PatchEnvelope.find(input.text()).ifPresent(deeds -> deeds.forEach(call::add));
                }
            }
        }
    }

    private static Replacement replacement(JsonView asked) {
        return new Replacement(
                asked.member("old_str").text(), asked.member("new_str").text(), false);
    }

    private static void complete(JsonView data, CallDeeds call) {
        if (data.member("success").isTrue()) {
            if (call.known().size() == 1) {
                var hunks = hunks(CopilotCall.result(data));
                var path = edited(data);
                call.replace(List.of(better(call.known().getFirst(), path, hunks)));
            }
            call.done();
        } else if (REFUSED.contains(data.member("error").member("code").text())) {
            call.refused();
        } else {
            call.failed();
        }
    }

    /// The whole path of the file, where it is one.
    private static String edited(JsonView data) {
        var paths = new ArrayList<String>();
        data.member("fileEdits").elements(edit -> paths.add(edit.member("path").text()));
        return paths.size() == 1 ? paths.getFirst() : "";
    }

    private static Deed better(Deed deed, String path, List<PatchHunk> hunks) {
        return switch (deed) {
            case Deed.Wrote it -> new Deed.Wrote(path.isEmpty() ? it.path() : path, it.was(), it.text());
            case Deed.Replaced it ->
                new Deed.Replaced(path.isEmpty() ? it.path() : path, it.was(), it.replacements(), hunks);
            default -> deed;
        };
    }

    /// A file that ends with a line feed has an empty line after it here, which is none.
    private static List<PatchHunk> hunks(JsonView diff) {
        var hunks = new ArrayList<>(UnifiedDiff.read(diff.text()));
        if (!hunks.isEmpty()) {
            var last = hunks.getLast();
            var lines = last.lines();
            var end = lines.isEmpty() ? null : lines.getLast();
            if (end != null && end.op() == ' ' && end.text().isEmpty()) {
                hunks.set(
                        hunks.size() - 1,
                        new PatchHunk(
                                last.oldStart(), last.isPlaced(), last.anchor(), lines.subList(0, lines.size() - 1)));
            }
        }
        return hunks;
    }
}
