package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Whether a tool may do something.
///
/// @param always the patterns that are allowed from then on with "always"
record PermissionDialog(
        String id, String session, String permission, List<String> patterns, List<String> always, JsonNode metadata)
        implements OpencodeDialog {
    private static final Pattern ID = Pattern.compile("per_[0-9A-Za-z]{1,60}");
    private static final String ONCE = "once";
    private static final String ALWAYS = "always";
    private static final String REJECT = "reject";

    /// A label that is longer is not read to its end.
    private static final int LONGEST_LABEL = 300;

    private static final Set<String> SHOWN = Set.of("command", "diff", "filepath");

    /// Empty for what has another form.
    static Optional<PermissionDialog> read(JsonNode request) {
        var patterns = texts(request.path("patterns"));
        var always = texts(request.path("always"));
        var dialog = new PermissionDialog(
                request.path("id").asText(),
                request.path("sessionID").asText(),
                request.path("permission").asText(),
                patterns.orElse(List.of()),
                always.orElse(List.of()),
                request.path("metadata"));
        boolean isWhole = ID.matcher(dialog.id).matches()
                && SESSION.matcher(dialog.session).matches()
                && !dialog.permission.isBlank()
                && patterns.isPresent()
                && always.isPresent();
        return Optional.of(dialog).filter(_ -> isWhole);
    }

    private static Optional<List<String>> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var one : list) {
            if (!one.isTextual()) {
                return Optional.empty();
            }
            texts.add(one.textValue());
        }
        return list.isArray() || list.isMissingNode() ? Optional.of(List.copyOf(texts)) : Optional.empty();
    }

    @Override
    public Ask ask() {
        return new Ask(
                Ask.Kind.PERMISSION,
                permission,
                title(),
                text(),
                metadata.path("command").textValue(),
                metadata.path("diff").textValue(),
                null,
                choices());
    }

    private String title() {
        var file = metadata.path("filepath").asText();
        if (!file.isEmpty()) {
            return permission + " " + file;
        }
        return metadata.path("command").isTextual() ? "Run a command" : permission;
    }

    /// Everything that is shown nowhere else.
    private @Nullable String text() {
        var lines = new ArrayList<String>();
        if (!metadata.path("command").isTextual() && !metadata.has("filepath")) {
            lines.addAll(patterns);
        }
        metadata.properties().stream()
                .filter(it -> !SHOWN.contains(it.getKey()))
                .forEach(it -> lines.add(it.getKey() + ": "
                        + (it.getValue().isTextual()
                                ? it.getValue().textValue()
                                : it.getValue().toString())));
        return lines.isEmpty() ? null : String.join("\n", lines);
    }

    private List<Ask.Choice> choices() {
        var choices = new ArrayList<Ask.Choice>();
        choices.add(Ask.Choice.once(ONCE, "Allow once", Effect.ALLOW));
        if (!always.isEmpty()) {
            var label = "Allow always: " + String.join(", ", always);
            var effect = label.length() <= LONGEST_LABEL ? Effect.ALLOW : Effect.TERMINAL;
            choices.add(new Ask.Choice(ALWAYS, label, effect, true, false));
        }
        choices.add(new Ask.Choice(REJECT, "Reject", Effect.DENY, false, true));
        return choices;
    }

    @Override
    public Reply reply(String choice, @Nullable String words) {
        if (ask().choice(choice).filter(it -> it.effect() != Effect.TERMINAL).isEmpty()) {
            throw new IllegalArgumentException("no such choice");
        }
        var body = JsonNodeFactory.instance.objectNode().put("reply", choice);
        if (words != null && choice.equals(REJECT)) {
            body.put("message", words);
        }
        return new Reply("/permission/" + id + "/reply", body);
    }
}
