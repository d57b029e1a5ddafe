package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.engine.ask.VisibleText;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /// A label that is longer is not read to its end, and one with characters that are not seen is not read as it is.
    private static final int LONGEST_LABEL = 300;

    private static final String FILE = "filepath";

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
        if (isFileInTitle()) {
            return permission + " " + metadata.path(FILE).asText();
        }
        return metadata.path("command").isTextual() ? "Run a command" : permission;
    }

    /// One that a title would not show as it is, is shown with the rest.
    private boolean isFileInTitle() {
        var file = metadata.path(FILE);
        return file.isTextual() && !file.asText().isEmpty() && PlainText.isLine(file.asText());
    }

    /// Everything that is shown nowhere else.
    private @Nullable String text() {
        var lines = new ArrayList<String>();
        if (!metadata.path("command").isTextual() && !metadata.has(FILE)) {
            lines.addAll(patterns);
        }
        metadata.properties().stream()
                .filter(it -> !isShown(it.getKey()))
                .forEach(it -> lines.add(it.getKey() + ": "
                        + (it.getValue().isTextual()
                                ? it.getValue().textValue()
                                : it.getValue().toString())));
        return lines.isEmpty() ? null : VisibleText.of(String.join("\n", lines));
    }

    private boolean isShown(String name) {
        return switch (name) {
            case "command", "diff" -> metadata.path(name).isTextual();
            case FILE -> isFileInTitle();
            default -> false;
        };
    }

    private List<Ask.Choice> choices() {
        var choices = new ArrayList<Ask.Choice>();
        choices.add(Ask.Choice.once(ONCE, "Allow once", Effect.ALLOW));
        if (!always.isEmpty()) {
            var label = "Allow always: " + String.join(", ", always);
            var effect = label.length() <= LONGEST_LABEL && PlainText.isLine(label) ? Effect.ALLOW : Effect.TERMINAL;
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
