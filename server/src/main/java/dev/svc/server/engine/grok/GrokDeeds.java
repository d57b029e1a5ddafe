package dev.svc.server.engine.grok;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import java.util.ArrayList;
import java.util.List;

/// What the updates tell of edits and commands: what was asked, and whether it succeeded. The text of the file before
/// is not in them.
final class GrokDeeds {
    /// How the answer begins when the person said no.
    private static final String REFUSED = "User rejected";

    private GrokDeeds() {}

    static void tell(GrokEntry entry, CallDeeds call) {
        call.at(entry.at());
        switch (entry.kind()) {
            case GrokEntry.AGENT -> call.agent(entry.agent());
            case GrokEntry.CALL -> {
                call.tool(entry.tool(ToolSummary.SHORT), entry.call());
                ask(entry.update().member("rawInput"), call);
            }
            case GrokEntry.CALL_UPDATE -> answer(entry, call);
            default -> {}
        }
    }

    private static void ask(JsonView input, CallDeeds call) {
        var path = path(input);
        var command = input.member("command").text();
        var after = input.member("new_string");
        if (after.isString() && !path.isEmpty()) {
            call.add(replaced(
                    path,
                    input.member("old_string").text(),
                    after.text(),
                    input.member("replace_all").isTrue()));
        } else if (!command.isEmpty() && WritingCommand.may(command)) {
            call.add(new Deed.Ran(command));
        }
    }

    private static String path(JsonView input) {
        var path = input.member("file_path").text();
        return path.isEmpty() ? input.member("path").text() : path;
    }

    /// To replace nothing puts a whole text in place.
    private static Deed replaced(String path, String before, String after, boolean all) {
        return before.isEmpty()
                ? new Deed.Wrote(path, Was.UNKNOWN, after)
                : new Deed.Replaced(path, Was.UNKNOWN, List.of(new Replacement(before, after, all)), List.of());
    }

    private static void answer(GrokEntry entry, CallDeeds call) {
        call.agent(entry.agent());
        if (!entry.isOver()) {
            return;
        }
        var content = entry.update().member("content");
        if (call.known().isEmpty() && entry.isDone()) {
            call.replace(shown(content));
        }
        if (isRefused(content)) {
            call.refused();
        } else {
            call.ended(entry.isDone());
        }
    }

    /// The edits of a tool that was asked in words of its own.
    private static List<Deed> shown(JsonView content) {
        var deeds = new ArrayList<Deed>();
        content.elements(block -> {
            var path = block.member("path").text();
            if (block.member("type").text().equals("diff") && !path.isEmpty()) {
                deeds.add(replaced(
                        path,
                        block.member("oldText").text(),
                        block.member("newText").text(),
                        false));
            }
        });
        return deeds;
    }

    private static boolean isRefused(JsonView content) {
        var refused = new boolean[1];
        content.elements(block -> refused[0] |=
                block.member("content").member("text").text(REFUSED.length()).equals(REFUSED));
        return refused[0];
    }
}
