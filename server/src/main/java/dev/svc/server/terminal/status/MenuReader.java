package dev.svc.server.terminal.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.engine.DialogRules;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ScreenRules.Clue;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what a waiting program asks. Programs put their options last and the question right above them; where another
/// line is the question, the program's rules say which, and they say what options do.
public final class MenuReader {
    private static final int HIGHEST_MENU = 40;
    private static final int LONGEST_PARAGRAPH = 4;
    private static final int NEAR = 12;
    private static final int DIGEST = 16;
    private static final String FIRST = "1";
    private static final Pattern EDGE = Pattern.compile("^\\s*[─━▔▄╭╰]{4,}|^\\s*[╭╰][─━]");

    private final DialogRules rules;

    public MenuReader(ScreenRules rules) {
        this.rules = rules.dialogs();
    }

    /// What the program asks, and the answers that it offers.
    ///
    /// @param lines the screen of a program that waits, from top to bottom
    public Menu read(List<String> lines) {
        var options = Options.read(rules, lines);
        var dialog = Dialog.of(rules, lines, options);
        return options.isEmpty() ? question(dialog) : menu(options, dialog);
    }

    /// Whether a key chooses now. An option that is unknown, and selected, may take words: then keys are its words.
    ///
    /// @param lines the screen of a program that waits
    public boolean takesKeys(List<String> lines) {
        var menu = read(lines);
        var selected = Options.read(rules, lines).selected();
        return selected.filter(it -> !it.equals(FIRST) && !menu.offers(it)).isEmpty();
    }

    private Menu menu(Options options, Dialog dialog) {
        var lines = dialog.lines();
        var below = lines.subList(options.end(), lines.size());
        var known = Meanings.known(rules.answers(), dialog, below).orElse(null);
        var said =
                known == null || known.text() == null ? said(dialog, true) : new Said(known.question(), known.text());
        var about = about(dialog, said);
        boolean whole = about != null && about.whole();
        return new Menu(
                said == null ? null : said.text(),
                about == null ? null : about.text(),
                options.all().stream()
                        .map(it -> Meanings.choice(it, known == null ? null : known.answers(), whole))
                        .toList(),
                digest(lines, top(dialog, said), options.end()));
    }

    /// Of a dialog without options that can be read.
    private Menu question(Dialog dialog) {
        var said = said(dialog, false);
        String text = said == null ? null : said.text();
        var about = said == null || !dialog.has(said.row()) ? null : about(dialog, said);
        String more = about == null ? null : about.text();
        return new Menu(
                text,
                more,
                List.of(),
                hash(Objects.requireNonNullElse(text, "") + '\n' + Objects.requireNonNullElse(more, "")));
    }

    /// @param row where it begins
    private record Said(int row, String text) {}

    private @Nullable Said said(Dialog dialog, boolean hasOptions) {
        var lines = dialog.lines();
        int from = dialog.bounded() && hasOptions ? dialog.top() : 0;
        int end = hasOptions ? dialog.end() : lines.size();
        var known = known(lines, from, end);
        if (known != null) {
            return known;
        }
        return hasOptions ? paragraphAbove(lines, from, end) : questionNear(lines);
    }

    /// What the program's rules know to be a question.
    private @Nullable Said known(List<String> lines, int from, int end) {
        for (Clue clue : rules.asks()) {
            int row = Foot.find(clue, lines.subList(from, end));
            if (row >= 0) {
                String line = lines.get(from + row);
                var groups = Foot.groups(clue.words(), line);
                String text = Saying.question(groups.isEmpty() ? line : groups.getFirst());
                if (!text.isEmpty()) {
                    return new Said(from + row, text);
                }
            }
        }
        return null;
    }

    /// The text that stands right above the options.
    private static @Nullable Said paragraphAbove(List<String> lines, int from, int end) {
        var paragraph = new ArrayDeque<String>();
        int first = end;
        for (int at = end - 1; at >= Math.max(from, end - NEAR) && paragraph.size() < LONGEST_PARAGRAPH; at--) {
            String text = Saying.question(lines.get(at));
            if (!text.isEmpty()) {
                paragraph.push(text);
                first = at;
            } else if (!paragraph.isEmpty()) {
                break;
            }
        }
        return paragraph.isEmpty() ? null : new Said(first, Saying.question(String.join(" ", paragraph)));
    }

    /// Of a menu that nobody has described: the lowest line that is a question.
    private static @Nullable Said questionNear(List<String> lines) {
        int said = 0;
        for (int at = lines.size() - 1; at >= 0 && said < NEAR; at--) {
            String text = Saying.question(lines.get(at));
            if (!text.isEmpty()) {
                said++;
                if (text.endsWith("?")) {
                    return new Said(at, text);
                }
            }
        }
        return null;
    }

    /// What else the dialog says; the line that is shown as the question need not be said twice.
    private Dialog.@Nullable About about(Dialog dialog, @Nullable Said said) {
        if (rules.edge() == null) {
            return null;
        }
        if (said == null || !dialog.has(said.row())) {
            return dialog.about(-1);
        }
        String line = Saying.words(Saying.unmarked(dialog.lines().get(said.row())));
        return dialog.about(line.equals(said.text()) ? said.row() : -1);
    }

    /// The digest covers the dialog from its upper edge on, because what is to be allowed may stand above the question.
    private int top(Dialog dialog, @Nullable Said said) {
        if (rules.edge() != null) {
            return dialog.top();
        }
        int question = said == null ? dialog.end() : said.row();
        for (int at = question - 1; at >= Math.max(0, question - HIGHEST_MENU); at--) {
            if (EDGE.matcher(dialog.lines().get(at)).find()) {
                return at;
            }
        }
        return question;
    }

    /// Marks at the beginning of lines blink and follow the selection.
    private static String digest(List<String> lines, int top, int end) {
        var about = new StringBuilder();
        for (String line : lines.subList(top, end)) {
            about.append(Saying.unmarked(line)).append('\n');
        }
        return hash(about.toString());
    }

    /// Short, for it is compared and never looked up.
    public static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
