package dev.svc.server.engine.claudecode.ask;

import dev.svc.server.engine.ask.VisibleText;
import dev.svc.shared.text.PlainText;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Shows a tool's input, and leaves nothing of it out: whoever allows it allows all of it.
record ToolInput(
        String title,
        @Nullable String text,
        @Nullable String command,
        @Nullable String diff) {

    static ToolInput of(PermissionRequest request) {
        var tool = request.tool();
        if (tool.equals("Bash") && request.hasTexts("command")) {
            return ofCommand(request);
        }
        if (tool.equals("Write") && changes(request, "content")) {
            return ofChange(request, marked('+', request.text("content")), "content");
        }
        if (tool.equals("Edit") && changes(request, "old_string", "new_string")) {
            var change = marked('-', request.text("old_string")) + marked('+', request.text("new_string"));
            return ofChange(request, change, "old_string", "new_string");
        }
        return new ToolInput(tool, rest(request, List.of()), null, null);
    }

    private static ToolInput ofCommand(PermissionRequest request) {
        boolean described = request.hasTexts("description") && PlainText.isLine(request.text("description"));
        return new ToolInput(
                described ? request.text("description") : "Run a command",
                rest(request, described ? List.of("command", "description") : List.of("command")),
                request.text("command"),
                null);
    }

    /// A path that a title would not show as it is, is shown with the rest.
    private static boolean changes(PermissionRequest request, String... texts) {
        return request.hasTexts(texts) && request.hasTexts("file_path") && PlainText.isLine(request.text("file_path"));
    }

    private static ToolInput ofChange(PermissionRequest request, String diff, String... texts) {
        var shown = Stream.concat(Stream.of("file_path"), Stream.of(texts)).toList();
        return new ToolInput(request.tool() + " " + request.text("file_path"), rest(request, shown), null, diff);
    }

    private static String marked(char mark, String text) {
        if (text.isEmpty()) {
            return "";
        }
        var lines = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return mark + lines.replace("\n", "\n" + mark) + "\n";
    }

    /// What is shown nowhere else; null where that is nothing.
    private static @Nullable String rest(PermissionRequest request, List<String> shown) {
        var rest = request.input().deepCopy().without(shown);
        return rest.isEmpty() ? null : VisibleText.of(rest.toPrettyString());
    }
}
