package dev.svc.server.engine;

import dev.svc.server.engine.DialogRules.Answers;
import dev.svc.server.engine.DialogRules.Meaning;
import dev.svc.server.engine.ScreenRules.Clue;
import dev.svc.server.engine.ScreenText.WrongException;
import dev.svc.server.session.Ask.Effect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the sections `question` and `answers` of screen rules.
final class DialogText {
    private static final int MOST_ASKS = 20;
    private static final int MOST_OPTIONS = 5;
    private static final int MOST_ANSWERS = 10;
    private static final int MOST_MEANINGS = 20;

    private final ScreenText text;
    private final List<Clue> asks = new ArrayList<>();
    private final List<Pattern> options = new ArrayList<>();
    private final List<Answers> answers = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private @Nullable Pattern edge;
    private @Nullable Pattern hides;
    private int below = DialogRules.USUALLY_BELOW;
    private boolean hasQuestion;
    private @Nullable Draft draft;

    /// @param text reads expressions, and says where it is
    DialogText(ScreenText text) {
        this.text = text;
    }

    void beginQuestion() {
        hasQuestion = true;
    }

    void beginAnswers(String name, int line) throws WrongException {
        if (!hasQuestion) {
            throw text.wrong("answers stand below a question");
        }
        if (!names.add(text.name(name))) {
            throw text.wrong("two answers are called " + name);
        }
        if (names.size() > MOST_ANSWERS) {
            throw text.wrong("there are more than %d answers".formatted(MOST_ANSWERS));
        }
        draft = new Draft(name, line);
    }

    /// One line of the section that was begun last.
    void add(String word, String rest) throws WrongException {
        if (draft == null) {
            addToQuestion(word, rest);
        } else {
            addToAnswers(draft, word, rest);
        }
    }

    private void addToQuestion(String word, String rest) throws WrongException {
        switch (word) {
            case "asks" -> asks.add(text.clue(rest));
            case "option" -> options.add(option(rest));
            case "edge" -> edge = text.anyExpression(rest);
            case "hides" -> hides = text.expression(rest);
            case "below" -> below = text.lines(rest, "below takes a number of lines from 1 to %d");
            default ->
                throw text.wrong("a question has asks, option, edge, hides and below, and nothing called " + word);
        }
        if (asks.size() > MOST_ASKS || options.size() > MOST_OPTIONS) {
            throw text.wrong("a question has at most %d asks and %d options".formatted(MOST_ASKS, MOST_OPTIONS));
        }
    }

    private Pattern option(String rest) throws WrongException {
        var pattern = text.expression(rest);
        if (pattern.matcher("").groupCount() != 2) {
            throw text.wrong("an option has two groups, its digit and its words");
        }
        return pattern;
    }

    private void addToAnswers(Draft kind, String word, String rest) throws WrongException {
        switch (word) {
            case "head" -> kind.head = text.clue(rest);
            case "lead" -> kind.lead = text.clue(rest);
            case "tail" -> kind.tail = text.expression(rest);
            case "allow" -> kind.meanings.add(new Meaning(Effect.ALLOW, false, text.expression(rest)));
            case "lasting" -> kind.meanings.add(new Meaning(Effect.ALLOW, true, text.expression(rest)));
            case "deny" -> kind.meanings.add(new Meaning(Effect.DENY, false, text.expression(rest)));
            case "choose" -> kind.meanings.add(new Meaning(Effect.CHOOSE, false, text.expression(rest)));
            default ->
                throw text.wrong(
                        "answers have head, lead, tail, allow, lasting, deny and choose, and nothing called " + word);
        }
        if (kind.meanings.size() > MOST_MEANINGS) {
            throw text.wrong("answers say of at most %d options what they do".formatted(MOST_MEANINGS));
        }
    }

    /// The section is over.
    void finish() throws WrongException {
        var kind = draft;
        if (kind == null) {
            return;
        }
        if (kind.head == null && kind.lead == null && kind.tail == null) {
            throw text.wrong("answers %s lack head, lead or tail".formatted(kind.name));
        }
        if (kind.meanings.isEmpty()) {
            throw text.wrong("answers %s say of no option what it does".formatted(kind.name));
        }
        answers.add(new Answers(kind.name, kind.line, kind.head, kind.lead, kind.tail, kind.meanings));
        draft = null;
    }

    DialogRules rules() throws WrongException {
        if (!answers.isEmpty() && edge == null) {
            throw text.wrong("answers need the edge of a dialog, which the question lacks");
        }
        return new DialogRules(asks, options, edge, hides, below, answers);
    }

    /// One kind of dialog as far as it has been read.
    private static final class Draft {
        final String name;
        final int line;
        final List<Meaning> meanings = new ArrayList<>();

        @Nullable
        Clue head;

        @Nullable
        Clue lead;

        @Nullable
        Pattern tail;

        Draft(String name, int line) {
            this.name = name;
            this.line = line;
        }
    }
}
