package dev.svc.server.engine.claudecode.deed;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.PatchHunk;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.change.WritingCommand;
import dev.svc.server.engine.json.JsonView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a transcript tells of edits and commands: the call says what was asked, the program's own record of the result
/// has the text before and the patch that was made of it.
public final class ClaudeDeeds {
    private static final JsonView NONE = JsonView.of("");
    private static final String NOT_WANTED = "The user doesn't want to";

    private ClaudeDeeds() {}

    public static void ask(JsonView input, CallDeeds call) {
        var path = input.member("file_path").text();
        switch (call.tool()) {
            case "Write" ->
                call.add(new Deed.Wrote(
                        path, Was.UNKNOWN, input.member("content").text()));
            case "Edit" -> {
                var one = replacement(input);
                call.add(
                        one.before().isEmpty()
                                ? new Deed.Wrote(path, Was.UNKNOWN, one.after())
                                : new Deed.Replaced(path, Was.UNKNOWN, List.of(one), List.of()));
            }
            case "MultiEdit" -> {
                var all = new ArrayList<Replacement>();
                input.member("edits").elements(edit -> all.add(replacement(edit)));
                call.add(new Deed.Replaced(path, Was.UNKNOWN, List.copyOf(all), List.of()));
            }
            case "NotebookEdit" ->
                call.add(new Deed.Ran(
                        "NotebookEdit " + input.member("notebook_path").text()));
            case "Bash", "PowerShell" -> {
                var command = input.member("command").text();
                if (WritingCommand.may(command)) {
                    call.add(new Deed.Ran(command));
                }
            }
            default -> {}
        }
    }

    private static Replacement replacement(JsonView edit) {
        return new Replacement(
                edit.member("old_string").text(),
                edit.member("new_string").text(),
                edit.member("replace_all").isTrue());
    }

    /// What became of a call.
    ///
    /// @param told the program's own record of the result
    public static void answer(JsonView block, @Nullable JsonView told, CallDeeds call) {
        if (block.member("is_error").isTrue()) {
            if (isNotWanted(block.member("content"))) {
                call.refused();
            } else {
                call.failed();
            }
            return;
        }
        if (told != null && told.isObject()) {
            var result = new Told();
            told.members(result::take);
            call.agent(result.agent);
            call.replace(call.known().stream().map(deed -> better(deed, result)).toList());
        }
        call.done();
    }

    /// The program's own record of a result, gone through once: the text before may be long.
    private static final class Told {
        private String agent = "";
        private String type = "";
        private JsonView content = NONE;
        private JsonView before = NONE;
        private JsonView patch = NONE;
        private JsonView notebook = NONE;
        private JsonView notebookBefore = NONE;
        private JsonView notebookAfter = NONE;
        private boolean isModified;

        void take(String key, JsonView value) {
            switch (key) {
                case "agentId" -> agent = value.text();
                case "type" -> type = value.text();
                case "content" -> content = value;
                case "originalFile" -> before = value;
                case "structuredPatch" -> patch = value;
                case "userModified" -> isModified = value.isTrue();
                case "notebook_path" -> notebook = value;
                case "original_file" -> notebookBefore = value;
                case "updated_file" -> notebookAfter = value;
                default -> {}
            }
        }
    }

    private static boolean isNotWanted(JsonView content) {
        var words = new StringBuilder(content.text(NOT_WANTED.length()));
        content.elements(part -> words.append(part.member("text").text(NOT_WANTED.length())));
        return words.indexOf(NOT_WANTED) == 0;
    }

    private static Deed better(Deed deed, Told told) {
        return switch (deed) {
            case Deed.Wrote wrote -> wrote(wrote, told);
            case Deed.Replaced replaced -> replaced(replaced, told);
            case Deed.Ran ran -> notebook(ran, told);
            default -> deed;
        };
    }

    private static Deed wrote(Deed.Wrote wrote, Told told) {
        var text = told.content.isString() ? told.content.text() : wrote.text();
        var before = told.before;
        if (told.type.equals("create") || (before.length() > 0 && !before.isString())) {
            return new Deed.Wrote(wrote.path(), Was.NOTHING, text);
        }
        return new Deed.Wrote(wrote.path(), before.isString() ? Was.of(before.text()) : Was.UNKNOWN, text);
    }

    /// A person may have changed what was proposed: then the patch alone is what was done.
    private static Deed replaced(Deed.Replaced replaced, Told told) {
        var was = told.before.isString() ? Was.of(told.before.text()) : Was.UNKNOWN;
        var hunks = hunks(told.patch);
        return told.isModified && !hunks.isEmpty()
                ? new Deed.Patched(replaced.path(), replaced.path(), was, hunks)
                : new Deed.Replaced(replaced.path(), was, replaced.replacements(), hunks);
    }

    private static Deed notebook(Deed.Ran ran, Told told) {
        return told.notebookBefore.isString() && told.notebookAfter.isString()
                ? new Deed.Wrote(told.notebook.text(), Was.of(told.notebookBefore.text()), told.notebookAfter.text())
                : ran;
    }

    private static List<PatchHunk> hunks(JsonView patch) {
        var hunks = new ArrayList<PatchHunk>();
        patch.elements(hunk -> {
            var lines = new PatchHunk.Lines();
            hunk.member("lines").elements(line -> lines.add(line.text()));
            int start = Math.clamp(hunk.member("oldStart").number(0), 0, Integer.MAX_VALUE);
            hunks.add(new PatchHunk(start, true, "", lines.all()));
        });
        return hunks;
    }
}
