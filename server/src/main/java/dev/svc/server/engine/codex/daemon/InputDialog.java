package dev.svc.server.engine.codex.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One question of the model with answers to choose one from. Words of the person's own are given in the terminal.
///
/// @param question the model's name for it
record InputDialog(JsonNode id, String item, String question, String title, List<Option> options, boolean other)
        implements CodexDialog {
    private static final int MOST = 20;
    private static final String OTHER = "other";

    record Option(String label, String description) {}

    /// Empty for several questions at once, for secrets, where words are wanted, and where an answer would not be seen
    /// as it is.
    static Optional<InputDialog> read(JsonNode id, JsonNode request) {
        var questions = request.path("questions");
        var only = questions.path(0);
        var options = new ArrayList<Option>();
        only.path("options")
                .forEach(it -> options.add(new Option(
                        it.path("label").asText(), it.path("description").asText())));
        var name = CodexDialog.text(only.path("id"));
        var title = CodexDialog.text(only.path("question"));
        boolean isSimple = questions.size() == 1
                && !only.path("isSecret").asBoolean()
                && !options.isEmpty()
                && options.size() <= MOST
                && options.stream().noneMatch(it -> it.label().isBlank() || !PlainText.isLine(it.label()))
                && options.stream().map(Option::label).distinct().count() == options.size();
        return name != null && title != null && isSimple
                ? Optional.of(new InputDialog(
                        id,
                        request.path("itemId").asText(),
                        name,
                        title,
                        List.copyOf(options),
                        only.path("isOther").asBoolean()))
                : Optional.empty();
    }

    @Override
    public Ask ask() {
        var choices = new ArrayList<Ask.Choice>();
        var lines = new ArrayList<String>();
        for (int i = 0; i < options.size(); i++) {
            var option = options.get(i);
            choices.add(Ask.Choice.once(String.valueOf(i + 1), option.label(), Effect.CHOOSE));
            if (!option.description().isBlank()) {
                lines.add(option.label() + ": " + option.description());
            }
        }
        if (other) {
            choices.add(Ask.Choice.once(OTHER, "Something else", Effect.TERMINAL));
        }
        var text = lines.isEmpty() ? null : String.join("\n", lines);
        return new Ask(Ask.Kind.CHOICE, "question", title, text, null, null, null, choices);
    }

    @Override
    public JsonNode result(String choice) {
        var chosen = ask().choice(choice)
                .filter(it -> it.effect() == Effect.CHOOSE)
                .orElseThrow(() -> new IllegalArgumentException("no such choice"));
        var result = JsonNodeFactory.instance.objectNode();
        result.putObject("answers").putObject(question).putArray("answers").add(chosen.label());
        return result;
    }
}
