package dev.svc.server.engine.codex;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.PatchEnvelope;
import dev.svc.server.engine.change.UnifiedDiff;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a rollout tells of edits and commands: a patch is asked for in a call of its own or in a command, and newer
/// rollouts say in an event what was applied.
final class CodexDeeds {
    /// The event of older rollouts that says what was applied.
    static final String APPLIED = "patch_apply_end";

    private static final String PATCH = "apply_patch";
    private static final Pattern CHANGED =
            Pattern.compile("^\\s*cd\\s+(?:'([^']+)'|\"([^\"]+)\"|([^\\s;&|'\"]+))\\s*&&");

    private CodexDeeds() {}

    static void tell(CodexEntry entry, CallDeeds call) {
        if (entry.payload == null) {
            return;
        }
        call.at(entry.timestamp);
        if (entry.kind.equals("event_msg")) {
            event(entry, entry.payload, call);
        } else if (entry.isCall()) {
            ask(entry, entry.payload, call);
        } else if (entry.isCallOutput()) {
            var turn = new TurnMaker().tool("", "");
            CodexCall.tell(entry, entry.payload, turn);
            call.agent(turn.agent());
            var tool = turn.turn().tool();
            call.ended(tool == null ? null : tool.ok());
        }
    }

    private static void ask(CodexEntry entry, JsonView payload, CallDeeds call) {
        var name = payload.member("name").text(ToolSummary.SHORT);
        call.tool(name.isEmpty() ? entry.type : name, entry.callId);
        var arguments = JsonView.of(payload.member("arguments").text());
        var input = payload.member("input").text();
        if (name.equals(PATCH)) {
            var text = arguments.isObject() ? arguments.member("input").text() : input;
            PatchEnvelope.find(text.isEmpty() ? arguments.member("patch").text() : text)
                    .ifPresent(deeds -> deeds.forEach(call::add));
            return;
        }
        var asked = arguments.isObject() ? arguments : payload.member("action");
        command(asked, call);
    }

    private static void command(JsonView asked, CallDeeds call) {
        var command = words(asked);
        var folder = asked.member("workdir").text();
        var patch = PatchEnvelope.find(command.contains(PATCH) ? command : "");
        if (patch.isPresent()) {
            var changed = CHANGED.matcher(command);
            var place = changed.find() ? below(folder, first(changed)) : folder;
            patch.get().forEach(deed -> call.add(below(place, deed)));
        } else if (!command.isEmpty() && WritingCommand.may(command)) {
            call.add(new Deed.Ran(command));
        }
    }

    private static String first(Matcher groups) {
        for (int i = 1; i <= groups.groupCount(); i++) {
            if (groups.group(i) != null) {
                return groups.group(i);
            }
        }
        return "";
    }

    /// The line for the shell: as one text, or the last of the words that call a shell.
    private static String words(JsonView asked) {
        var command =
                asked.member("command").isArray() || asked.member("command").isString()
                        ? asked.member("command")
                        : asked.member("cmd");
        if (command.isString()) {
            return command.text();
        }
        var words = new ArrayList<String>();
        command.elements(word -> words.add(word.text()));
        boolean isShell = words.size() == 3 && words.get(1).matches("-[a-z]*c");
        return isShell ? words.getLast() : String.join(" ", words);
    }

    private static Deed below(String folder, Deed deed) {
        return switch (deed) {
            case Deed.Wrote it -> new Deed.Wrote(below(folder, it.path()), it.was(), it.text());
            case Deed.Patched it ->
                new Deed.Patched(below(folder, it.path()), below(folder, it.to()), it.was(), it.hunks());
            case Deed.Deleted it -> new Deed.Deleted(below(folder, it.path()), it.was());
            default -> deed;
        };
    }

    private static String below(String folder, String path) {
        try {
            return folder.isEmpty() ? path : Path.of(folder).resolve(path).toString();
        } catch (InvalidPathException odd) {
            return path;
        }
    }

    /// What was applied is known better than what was asked: with the places of its hunks.
    private static void event(CodexEntry entry, JsonView payload, CallDeeds call) {
        var applied = new ArrayList<Deed>();
        boolean succeeded;
        if (entry.type.equals(APPLIED)) {
            succeeded = payload.member("success").isTrue();
            payload.member("changes").members((path, change) -> applied(path, change, change, applied));
        } else if (entry.item != null && entry.itemType().equals("FileChange")) {
            succeeded = entry.item.member("status").text().equals("completed");
            var changes = entry.item.member("changes");
            changes.members((path, change) -> applied(path, change, change, applied));
            changes.elements(change -> applied(change.member("path").text(), change.member("kind"), change, applied));
        } else {
            return;
        }
        if (succeeded && !applied.isEmpty()) {
            call.replace(applied);
        }
    }

    /// @param kind says what was done
    /// @param change has the text
    private static void applied(String path, JsonView kind, JsonView change, List<Deed> applied) {
        var text = text(change);
        var type = kind.isString() ? kind.text() : kind.member("type").text();
        switch (type) {
            case "add" -> applied.add(new Deed.Wrote(path, Was.NOTHING, text));
            case "delete" -> applied.add(new Deed.Deleted(path, text.isEmpty() ? Was.UNKNOWN : Was.of(text)));
            case "update" -> {
                var to = kind.member("move_path").text();
                applied.add(new Deed.Patched(path, to.isEmpty() ? path : to, Was.UNKNOWN, UnifiedDiff.read(text)));
            }
            default -> {}
        }
    }

    private static String text(JsonView change) {
        for (var name : List.of("unified_diff", "content", "diff")) {
            if (change.member(name).isString()) {
                return change.member(name).text();
            }
        }
        return "";
    }
}
