package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is shown of a tool's input: all that it would do.
record ToolInput(
        String title,
        @Nullable String text,
        @Nullable String command,
        @Nullable String diff) {

    static ToolInput of(PermissionRequest request) {
        var file = request.text("file_path");
        return switch (request.tool()) {
            case "Bash" -> ofCommand(request);
            case "Write" ->
                new ToolInput(
                        "Write " + file, rest(request, "file_path", "content"), null, added(request.text("content")));
            case "Edit" ->
                new ToolInput(
                        "Edit " + file,
                        rest(request, "file_path", "old_string", "new_string"),
                        null,
                        change(request.input()));
            case "MultiEdit" ->
                new ToolInput(
                        "Edit " + file,
                        rest(request, "file_path", "edits"),
                        null,
                        changes(request.input().path("edits")));
            default -> new ToolInput(request.tool(), rest(request), null, null);
        };
    }

    private static ToolInput ofCommand(PermissionRequest request) {
        var description = request.text("description");
        return new ToolInput(
                description.isBlank() ? "Run a command" : description,
                rest(request, "command", "description"),
                request.text("command"),
                null);
    }

    private static String changes(JsonNode edits) {
        var all = new StringBuilder();
        edits.forEach(edit -> all.append(change(edit)));
        return all.toString();
    }

    private static String change(JsonNode edit) {
        return marked("-", edit.path("old_string").asText(""))
                + added(edit.path("new_string").asText(""));
    }

    private static String added(String text) {
        return marked("+", text);
    }

    private static String marked(String mark, String text) {
        return text.isEmpty()
                ? ""
                : text.lines().map(line -> mark + line + "\n").collect(Collectors.joining());
    }

    /// What else the input says; null where it says nothing else.
    private static @Nullable String rest(PermissionRequest request, String... told) {
        var rest = request.input().deepCopy().without(List.of(told));
        return rest.isEmpty() ? null : rest.toPrettyString();
    }
}
