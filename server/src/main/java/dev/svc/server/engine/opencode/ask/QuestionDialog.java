package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the model wants to know. One question with one answer is answered from anywhere, anything else in the terminal.
record QuestionDialog(String id, String session, List<Question> questions) implements OpencodeDialog {
    private static final Pattern ID = Pattern.compile("que_[0-9A-Za-z]{1,60}");
    private static final int MOST = 20;
    private static final String WORDS = "words";
    private static final String DISMISS = "dismiss";

    /// @param several whether it takes several answers
    /// @param custom whether it takes words of the person's own
    record Question(String question, List<Option> options, boolean several, boolean custom) {
        static Question read(JsonNode one) {
            var options = new ArrayList<Option>();
            one.path("options")
                    .forEach(it -> options.add(new Option(
                            it.path("label").asText(), it.path("description").asText())));
            return new Question(
                    one.path("question").asText(),
                    List.copyOf(options),
                    one.path("multiple").asBoolean(),
                    one.path("custom").asBoolean(true));
        }

        boolean isWhole() {
            return !question.isBlank()
                    && options.size() <= MOST
                    && options.stream().noneMatch(it -> it.label().isBlank() || !PlainText.isLine(it.label()))
                    && options.stream().map(Option::label).distinct().count() == options.size();
        }

        private List<String> described() {
            return options.stream()
                    .filter(it -> !it.description().isBlank())
                    .map(it -> it.label() + ": " + it.description())
                    .toList();
        }
    }

    record Option(String label, String description) {}

    /// Empty for what has another form.
    static Optional<QuestionDialog> read(JsonNode request) {
        var questions = new ArrayList<Question>();
        request.path("questions").forEach(it -> questions.add(Question.read(it)));
        var dialog = new QuestionDialog(
                request.path("id").asText(), request.path("sessionID").asText(), List.copyOf(questions));
        boolean isWhole = ID.matcher(dialog.id).matches()
                && SESSION.matcher(dialog.session).matches()
                && !questions.isEmpty()
                && questions.size() <= MOST
                && questions.stream().allMatch(Question::isWhole);
        return Optional.of(dialog).filter(_ -> isWhole);
    }

    @Override
    public Ask ask() {
        var first = questions.getFirst();
        return new Ask(
                first.options().isEmpty() && isSimple() ? Ask.Kind.TEXT : Ask.Kind.CHOICE,
                "question",
                first.question(),
                text(),
                null,
                null,
                null,
                choices());
    }

    private boolean isSimple() {
        return questions.size() == 1 && !questions.getFirst().several();
    }

    private @Nullable String text() {
        var lines = new ArrayList<>(questions.getFirst().described());
        questions.stream().skip(1).forEach(it -> {
            lines.add(it.question());
            lines.addAll(it.described());
        });
        return lines.isEmpty() ? null : String.join("\n", lines);
    }

    private List<Ask.Choice> choices() {
        var choices = new ArrayList<Ask.Choice>();
        var first = questions.getFirst();
        var effect = isSimple() ? Effect.CHOOSE : Effect.TERMINAL;
        if (questions.size() == 1) {
            for (int i = 0; i < first.options().size(); i++) {
                choices.add(Ask.Choice.once(
                        String.valueOf(i + 1), first.options().get(i).label(), effect));
            }
        } else {
            choices.add(Ask.Choice.once("several", "Answer all " + questions.size() + " questions", effect));
        }
        if (isSimple() && (first.custom() || first.options().isEmpty())) {
            choices.add(new Ask.Choice(WORDS, "Type your own answer", Effect.CHOOSE, false, true));
        }
        choices.add(Ask.Choice.once(DISMISS, "Dismiss", Effect.DENY));
        return choices;
    }

    @Override
    public Reply reply(String choice, @Nullable String words) {
        if (choice.equals(DISMISS)) {
            return new Reply("/question/" + id + "/reject", JsonNodeFactory.instance.objectNode());
        }
        if (!isSimple() || ask().choice(choice).isEmpty()) {
            throw new IllegalArgumentException("no such choice");
        }
        var body = JsonNodeFactory.instance.objectNode();
        body.putArray("answers").addArray().add(answer(choice, words));
        return new Reply("/question/" + id + "/reply", body);
    }

    private String answer(String choice, @Nullable String words) {
        if (!choice.equals(WORDS)) {
            return questions
                    .getFirst()
                    .options()
                    .get(Integer.parseInt(choice) - 1)
                    .label();
        }
        if (words == null || words.isBlank()) {
            throw new IllegalArgumentException("no words");
        }
        return words;
    }
}
