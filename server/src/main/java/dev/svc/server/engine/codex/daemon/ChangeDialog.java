package dev.svc.server.engine.codex.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether files may be changed.
///
/// @param diff everything that is changed
record ChangeDialog(
        JsonNode id,
        String item,
        String title,
        String diff,
        @Nullable String reason) implements CodexDialog {
    private static final int MOST = 500;

    private static final List<Ask.Choice> CHOICES = List.of(
            Ask.Choice.once("accept", "Allow once", Effect.ALLOW),
            new Ask.Choice(
                    "acceptForSession",
                    "Allow changes of these files until the session ends",
                    Effect.ALLOW,
                    true,
                    false),
            Ask.Choice.once("decline", "Deny; the turn goes on", Effect.DENY),
            Ask.Choice.once("cancel", "Deny and end the turn", Effect.DENY));

    /// Empty where more is asked for than these changes.
    static Optional<ChangeDialog> read(JsonNode id, JsonNode request, JsonNode changes) {
        if (request.hasNonNull("grantRoot") || changes.isEmpty() || changes.size() > MOST) {
            return Optional.empty();
        }
        var paths = new ArrayList<String>();
        var diff = new StringBuilder();
        for (var change : changes) {
            var path = CodexDialog.text(change.path("path"));
            var kind = CodexDialog.text(change.path("kind").path("type"));
            if (path == null || kind == null || !change.path("diff").isTextual()) {
                return Optional.empty();
            }
            paths.add(path);
            var moved = CodexDialog.text(change.path("kind").path("move_path"));
            diff.append(kind).append(' ').append(path);
            if (moved != null) {
                diff.append(" → ").append(moved);
            }
            diff.append('\n').append(change.path("diff").asText());
            if (!change.path("diff").asText().endsWith("\n")) {
                diff.append('\n');
            }
        }
        return diff.length() > LONGEST
                ? Optional.empty()
                : Optional.of(new ChangeDialog(
                        id,
                        request.path("itemId").asText(),
                        title(paths),
                        diff.toString(),
                        CodexDialog.text(request.path("reason"))));
    }

    /// A path that a title would not show as it is, stands in the change only.
    private static String title(List<String> paths) {
        if (paths.size() > 1) {
            return "Change " + paths.size() + " files";
        }
        return PlainText.isLine(paths.getFirst()) ? "Change " + paths.getFirst() : "Change a file";
    }

    @Override
    public Ask ask() {
        return new Ask(Ask.Kind.PERMISSION, "change", title, reason, null, diff, null, CHOICES);
    }

    @Override
    public JsonNode result(String choice) {
        var chosen = ask().choice(choice).orElseThrow(() -> new IllegalArgumentException("no such choice"));
        return JsonNodeFactory.instance.objectNode().put("decision", chosen.key());
    }
}
