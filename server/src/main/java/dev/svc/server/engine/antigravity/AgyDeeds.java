package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import java.util.ArrayList;
import java.util.List;

/// What a conversation tells of edits and commands. Transcripts leave the texts of many calls out: then it is only
/// known that there was an edit.
final class AgyDeeds {
    private AgyDeeds() {}

    static void ask(String tool, JsonView arguments, CallDeeds call) {
        call.tool(tool, "");
        var file = arguments.member("TargetFile").text();
        switch (tool) {
            case "write_to_file" -> {
                var content = arguments.member("CodeContent");
                call.add(
                        content.isString()
                                ? new Deed.Wrote(
                                        file,
                                        arguments.member("Overwrite").isTrue() ? Was.UNKNOWN : Was.NOTHING,
                                        content.text())
                                : untold(tool, file));
            }
            case "replace_file_content", "multi_replace_file_content" -> {
                var all = new ArrayList<Replacement>();
                arguments.member("ReplacementChunks").elements(chunk -> add(chunk, all));
                if (all.isEmpty()) {
                    add(arguments, all);
                }
                call.add(
                        all.isEmpty()
                                ? untold(tool, file)
                                : new Deed.Replaced(file, Was.UNKNOWN, List.copyOf(all), List.of()));
            }
            case "run_command" -> {
                var command = arguments.member("CommandLine").text();
                if (WritingCommand.may(command)) {
                    call.add(new Deed.Ran(command));
                }
            }
            default -> {}
        }
    }

    private static void add(JsonView chunk, List<Replacement> all) {
        if (chunk.member("ReplacementContent").isString()) {
            all.add(new Replacement(
                    chunk.member("TargetContent").text(),
                    chunk.member("ReplacementContent").text(),
                    chunk.member("AllowMultiple").isTrue()));
        }
    }

    private static Deed untold(String tool, String file) {
        return new Deed.Ran(tool + " " + file);
    }

    /// The call of that number on a line of a transcript, or the answer to one.
    static void tell(JsonView record, int part, CallDeeds call) {
        call.at(record.member("created_at").text());
        if (record.member("type").text().equals("PLANNER_RESPONSE")) {
            var at = new int[1];
            record.member("tool_calls").elements(asked -> {
                at[0]++;
                if (at[0] == part) {
                    ask(asked.member("name").text(ToolSummary.SHORT), asked.member("args"), call);
                }
            });
        } else if (!call.tool().isEmpty()) {
            call.ended(!record.member("status").text().equals("ERROR"));
        }
    }
}
