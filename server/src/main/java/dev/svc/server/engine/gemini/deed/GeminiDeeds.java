package dev.svc.server.engine.gemini.deed;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.ShownEdit;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;

/// What a chat tells of edits and commands: what the program displays of a result has both texts.
public final class GeminiDeeds {
    private GeminiDeeds() {}

    public static void tell(JsonView call, CallDeeds deeds) {
        var arguments = call.member("args");
        switch (call.member("name").text()) {
            case "write_file", "replace", "edit" -> deeds.add(ShownEdit.of(arguments, call.member("resultDisplay")));
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
}
