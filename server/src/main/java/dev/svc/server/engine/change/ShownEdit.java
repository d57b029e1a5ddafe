package dev.svc.server.engine.change;

import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.json.JsonView;
import java.util.List;

/// One edit of a file by a tool whose display of the result has both texts, for the programs that share that tool.
public final class ShownEdit {
    private ShownEdit() {}

    /// The edit, by both texts where they are displayed, else by what was asked.
    ///
    /// @param arguments what the tool was called with
    /// @param display what the program displays of the result
    public static Deed of(JsonView arguments, JsonView display) {
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
                            || arguments.member("allow_multiple").isTrue()
                            || arguments.member("replace_all").isTrue());
            return one.before().isEmpty()
                    ? new Deed.Wrote(path, Was.NOTHING, one.after())
                    : new Deed.Replaced(path, Was.UNKNOWN, List.of(one), List.of());
        }
        return new Deed.Wrote(path, Was.UNKNOWN, arguments.member("content").text());
    }
}
