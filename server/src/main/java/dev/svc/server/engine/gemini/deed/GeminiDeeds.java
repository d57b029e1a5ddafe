package dev.svc.server.engine.gemini.deed;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import java.util.List;

/// What a chat tells of edits and commands: what the program displays of a result has both texts.
public final class GeminiDeeds {
    private GeminiDeeds() {}

    public static void tell(JsonView call, CallDeeds deeds) {
        var arguments = call.member("args");
        var display = call.member("resultDisplay");
        switch (call.member("name").text()) {
            case "write_file", "replace", "edit" -> deeds.add(edit(arguments, display));
            case "run_shell_command" -> {
                var command = arguments.member("command").text();
                if (WritingCommand.may(command)) {
                    deeds.add(new Deed.Ran(command));
                }
            }
            default -> {}
        }
        switch (call.member("status").text()) {
            case "success" -> deeds.done();
            case "cancelled" -> deeds.refused();
            case "error" -> deeds.failed();
            default -> {}
        }
    }

    private static Deed edit(JsonView arguments, JsonView display) {
        var shown = display.member("filePath").text();
        var path = shown.isEmpty() ? arguments.member("file_path").text() : shown;
        var before = display.member("originalContent");
        var after = display.member("newContent");
        if (after.isString()) {
            boolean isNew = display.member("isNewFile").isTrue() || !before.isString();
            return new Deed.Wrote(path, isNew ? Was.NOTHING : Was.of(before.text()), after.text());
        }
        if (arguments.member("new_string").isString()) {
            var one = new Replacement(
                    arguments.member("old_string").text(),
                    arguments.member("new_string").text(),
                    arguments.member("expected_replacements").number(1) > 1
                            || arguments.member("allow_multiple").isTrue());
            return one.before().isEmpty()
                    ? new Deed.Wrote(path, Was.NOTHING, one.after())
                    : new Deed.Replaced(path, Was.UNKNOWN, List.of(one), List.of());
        }
        return new Deed.Wrote(path, Was.UNKNOWN, arguments.member("content").text());
    }
}
