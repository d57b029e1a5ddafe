package dev.svc.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.engine.ScreenRules.Clue;
import dev.svc.server.engine.ScreenRules.Rule;
import dev.svc.server.session.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Reads the text of screen rules. `rule NAME` begins one, and below it stand what it says and when it holds:
///
/// ```
/// rule dialog
///   status waiting            or working
///   title  EXPRESSION         in the title of the terminal
///   shows  3 EXPRESSION       in one of the 3 lowest lines that are not empty
///   hint   "WORDS"            one of the hints stands in whatever `shows` matches
///   beside 10 EXPRESSION      this stands there as well
///   unless 6 EXPRESSION       and this does not
///   cursor hidden
/// ```
///
/// `question` begins what is known of screens that wait, whichever rule holds:
///
/// ```
/// question
///   asks   4 EXPRESSION       a line that is the question; 4 lines up from the options, or from the end
///   option EXPRESSION         an option: its groups are a digit, which chooses it, and its words
///   edge   EXPRESSION         the line right above a dialog
///   hides  EXPRESSION         a line which says that a part of the dialog is not shown
///   below  3                  so many lines at most say anything below the options
/// ```
///
/// `answers NAME` begins one kind of dialog, and what its options do:
///
/// ```
/// answers permission
///   head    2 EXPRESSION      one of the 2 uppermost lines of the dialog; its group is the question
///   lead    1 EXPRESSION      the line right above the options; its group is the question
///   tail    EXPRESSION        a line below the options
///   allow   EXPRESSION        all the words of an option that allows
///   lasting EXPRESSION        of one that also allows later
///   deny    EXPRESSION        of one that denies
///   choose  EXPRESSION        of one that is one of several answers
/// ```
///
/// `empty 6 EXPRESSION` stands by itself, once: the prompt is empty while this is in one of the 6 lowest
/// lines that are not empty.
///
/// A line that begins with `#` is a comment. An expression is looked for anywhere in a line, as Java writes it.
public final class ScreenText {
    private static final int MOST_BYTES = 16 << 10;
    private static final int MOST_RULES = 40;
    private static final int MOST_HINTS = 20;
    private static final int LONGEST_EXPRESSION = 500;
    private static final int MOST_LINES = 100;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    private final String source;
    private final List<Rule> rules = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final DialogText dialogs = new DialogText(this);
    private @Nullable Clue empty;
    private boolean ofDialogs;
    private int number;
    private @Nullable Draft draft;

    private ScreenText(String source) {
        this.source = source;
    }

    /// Rules that cannot be used; the message names file, line and rule.
    public static final class WrongException extends Exception {
        private static final long serialVersionUID = 1;

        WrongException(String message) {
            super(message);
        }
    }

    /// Reads all rules of a text, or none.
    ///
    /// @param source how the text is called, for people
    public static ScreenRules parse(String source, byte[] text) throws WrongException {
        return new ScreenText(source).read(text);
    }

    private ScreenRules read(byte[] text) throws WrongException {
        if (text.length > MOST_BYTES) {
            throw wrong("the file is larger than %d bytes".formatted(MOST_BYTES));
        }
        for (String line : new String(text, UTF_8).split("\n", -1)) {
            number++;
            var said = line.strip();
            if (!said.isEmpty() && !said.startsWith("#")) {
                line(said);
            }
        }
        finish();
        if (rules.isEmpty()) {
            throw wrong("there is no rule");
        }
        return new ScreenRules(source, rules, dialogs.rules(), empty);
    }

    private void line(String said) throws WrongException {
        int space = said.indexOf(' ');
        String word = space < 0 ? said : said.substring(0, space);
        String rest = space < 0 ? "" : said.substring(space).strip();
        if (word.equals("rule")) {
            begin(rest);
        } else if (word.equals("empty")) {
            finish();
            ofDialogs = false;
            empty = emptyPrompt(rest);
        } else if (said.equals("question")) {
            finish();
            ofDialogs = true;
            dialogs.beginQuestion();
        } else if (word.equals("answers")) {
            finish();
            ofDialogs = true;
            dialogs.beginAnswers(rest, number);
        } else if (ofDialogs) {
            dialogs.add(word, rest);
        } else if (draft == null) {
            throw wrong("the first word has to be rule");
        } else {
            add(draft, word, rest);
        }
    }

    private void begin(String name) throws WrongException {
        finish();
        ofDialogs = false;
        if (!names.add(name(name))) {
            throw wrong("two rules are called " + name);
        }
        if (names.size() > MOST_RULES) {
            throw wrong("there are more than %d rules".formatted(MOST_RULES));
        }
        draft = new Draft(name, number);
    }

    private Clue emptyPrompt(String rest) throws WrongException {
        if (empty != null) {
            throw wrong("the empty prompt is described twice");
        }
        return clue(rest);
    }

    String name(String name) throws WrongException {
        if (!NAME.matcher(name).matches()) {
            throw wrong("a rule is called by small letters, digits and hyphens");
        }
        return name;
    }

    private void add(Draft rule, String word, String rest) throws WrongException {
        switch (word) {
            case "status" -> rule.status = status(rest);
            case "title" -> rule.title = expression(rest);
            case "shows" -> rule.shows = clue(rest);
            case "beside" -> rule.beside = clue(rest);
            case "unless" -> rule.unless = clue(rest);
            case "hint" -> rule.hints.add(hint(rule, rest));
            case "cursor" -> {
                if (!rest.equals("hidden")) {
                    throw wrong("cursor takes the word hidden");
                }
                rule.hidesCursor = true;
            }
            default -> throw wrong("nothing is called " + word);
        }
    }

    private void finish() throws WrongException {
        dialogs.finish();
        if (draft == null) {
            return;
        }
        if (draft.status == null) {
            throw wrong("the rule lacks status");
        }
        if (draft.title == null && draft.shows == null) {
            throw wrong("the rule lacks title or shows");
        }
        if (draft.shows == null && !draft.hints.isEmpty()) {
            throw wrong("a hint belongs to shows, which the rule lacks");
        }
        rules.add(draft.rule(draft.status));
        draft = null;
    }

    private Status status(String word) throws WrongException {
        return switch (word) {
            case "working" -> Status.WORKING;
            case "waiting" -> Status.WAITING;
            case "idle" -> Status.IDLE;
            default -> throw wrong("status takes working, waiting or idle");
        };
    }

    Clue clue(String text) throws WrongException {
        int space = text.indexOf(' ');
        String count = space < 0 ? text : text.substring(0, space);
        int lines = lines(count, "a number of lines from 1 to %d stands before the expression");
        return new Clue(lines, expression(text.substring(count.length()).strip()), List.of());
    }

    /// @param otherwise what is said where it is no such number
    int lines(String count, String otherwise) throws WrongException {
        if (!count.matches("[1-9][0-9]{0,2}") || Integer.parseInt(count) > MOST_LINES) {
            throw wrong(otherwise.formatted(MOST_LINES));
        }
        return Integer.parseInt(count);
    }

    Pattern expression(String text) throws WrongException {
        var pattern = anyExpression(text);
        if (pattern.matcher("").find()) {
            throw wrong("the expression holds for an empty line");
        }
        return pattern;
    }

    /// One that may hold for an empty line.
    Pattern anyExpression(String text) throws WrongException {
        if (text.isEmpty() || text.length() > LONGEST_EXPRESSION) {
            throw wrong("an expression has 1 to %d characters".formatted(LONGEST_EXPRESSION));
        }
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException broken) {
            throw wrong("no expression: %s near character %d"
                    .formatted(broken.getDescription(), Math.max(0, broken.getIndex()) + 1));
        }
    }

    private String hint(Draft rule, String text) throws WrongException {
        if (text.length() < 3 || !text.startsWith("\"") || !text.endsWith("\"")) {
            throw wrong("a hint stands between quotation marks");
        }
        if (rule.hints.size() >= MOST_HINTS) {
            throw wrong("the rule has more than %d hints".formatted(MOST_HINTS));
        }
        return text.substring(1, text.length() - 1);
    }

    WrongException wrong(String why) {
        String rule = draft == null ? "" : ", rule " + draft.name;
        return new WrongException("%s, line %d%s: %s.".formatted(source, number, rule, why));
    }

    /// A rule as far as it has been read.
    private static final class Draft {
        final String name;
        final int line;
        final List<String> hints = new ArrayList<>();

        @Nullable
        Status status;

        @Nullable
        Pattern title;

        @Nullable
        Clue shows;

        @Nullable
        Clue beside;

        @Nullable
        Clue unless;

        boolean hidesCursor;

        Draft(String name, int line) {
            this.name = name;
            this.line = line;
        }

        Rule rule(Status decided) {
            var shown = shows == null ? null : new Clue(shows.lines(), shows.words(), hints);
            return new Rule(name, line, decided, title, shown, beside, unless, hidesCursor);
        }
    }
}
