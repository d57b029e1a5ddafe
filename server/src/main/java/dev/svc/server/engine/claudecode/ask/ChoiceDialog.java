package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One question with answers to choose one from.
///
/// @param labels of the answers, in the program's order
record ChoiceDialog(PermissionRequest request, String question, List<String> labels) implements ClaudeDialog {
    private static final int MOST = 20;

    /// Empty where one choice cannot answer it.
    static Optional<ChoiceDialog> read(PermissionRequest request) {
        var questions = request.input().path("questions");
        var only = questions.path(0);
        var question = only.path("question").asText("");
        var labels = new ArrayList<String>();
        only.path("options").forEach(option -> labels.add(option.path("label").asText("")));
        boolean simple = questions.size() == 1
                && !only.path("multiSelect").asBoolean()
                && !question.isEmpty()
                && !labels.isEmpty()
                && labels.size() <= MOST
                && labels.stream().noneMatch(String::isBlank)
                && labels.stream().distinct().count() == labels.size();
        return simple ? Optional.of(new ChoiceDialog(request, question, List.copyOf(labels))) : Optional.empty();
    }

    @Override
    public Ask ask() {
        var choices = new ArrayList<Ask.Choice>();
        for (int i = 0; i < labels.size(); i++) {
            choices.add(Ask.Choice.once(String.valueOf(i + 1), labels.get(i), Effect.CHOOSE));
        }
        return new Ask(
                Ask.Kind.CHOICE,
                request.tool(),
                question,
                descriptions(),
                null,
                null,
                request.folder().isEmpty() ? null : request.folder(),
                choices);
    }

    private @Nullable String descriptions() {
        var lines = new ArrayList<String>();
        for (var option : options()) {
            var description = option.path("description").asText("");
            if (!description.isBlank()) {
                lines.add(option.path("label").asText("") + ": " + description);
            }
        }
        return lines.isEmpty() ? null : String.join("\n", lines);
    }

    private JsonNode options() {
        return request.input().path("questions").path(0).path("options");
    }

    /// The input goes back as it came, with the answer beside the question.
    @Override
    public ObjectNode decision(Ask.Choice choice, @Nullable String words) {
        int index = Integer.parseInt(choice.key()) - 1;
        var updated = request.input().deepCopy();
        updated.putObject("answers").put(question, labels.get(index));
        var decision = JsonNodeFactory.instance.objectNode();
        decision.put("behavior", "allow").set("updatedInput", updated);
        return decision;
    }
}
