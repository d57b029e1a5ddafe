package dev.svc.server.terminal.status;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ScreenRules.Clue;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what a waiting program asks. Programs put their options last and the question right above them; where another
/// line is the question, the program's rules say which.
public final class MenuReader {
    private static final int HIGHEST_MENU = 40;
    private static final int LONGEST_PARAGRAPH = 4;
    private static final int NEAR = 12;
    private static final int DIGEST = 16;
    private static final Pattern EDGE = Pattern.compile("^\\s*[─━▔▄╭╰]{4,}|^\\s*[╭╰][─━]");

    private final ScreenRules rules;

    public MenuReader(ScreenRules rules) {
        this.rules = rules;
    }

    /// What the program asks, and the answers that it offers.
    ///
    /// @param lines the screen of a program that waits, from top to bottom
    public Menu read(List<String> lines) {
        var options = options(lines);
        int end = options.isEmpty() ? lines.size() : options.getFirst().row();
        var said = said(lines, end);
        if (said == null) {
            said = options.isEmpty() ? questionNear(lines) : paragraphAbove(lines, end);
        }
        String text = said == null ? null : said.text();
        return new Menu(
                text,
                options.stream().map(Option::choice).toList(),
                options.isEmpty()
                        ? hash(Objects.requireNonNullElse(text, ""))
                        : digest(
                                lines,
                                said == null ? end : said.row(),
                                options.getLast().row() + 1));
    }

    /// @param row where it begins
    private record Said(int row, String text) {}

    private record Option(int row, Choice choice) {}

    /// The lowest block of options that counts from 1.
    private List<Option> options(List<String> lines) {
        List<Option> lowest = List.of();
        for (var option : rules.options()) {
            var found = options(lines, option);
            if (!found.isEmpty()
                    && (lowest.isEmpty()
                            || found.getLast().row() > lowest.getLast().row())) {
                lowest = found;
            }
        }
        return lowest;
    }

    private static List<Option> options(List<String> lines, Pattern pattern) {
        var found = new ArrayList<Option>();
        for (int at = lines.size() - 1; at >= Math.max(0, lines.size() - HIGHEST_MENU); at--) {
            var option = option(lines.get(at), at, pattern);
            if (option != null) {
                int expected = found.isEmpty() ? number(option) : number(found.getLast()) - 1;
                if (number(option) != expected) {
                    return List.of();
                }
                found.add(option);
                if (expected == 1) {
                    return found.reversed();
                }
            }
        }
        return List.of();
    }

    private static int number(Option option) {
        return Integer.parseInt(option.choice().key());
    }

    private static @Nullable Option option(String line, int row, Pattern pattern) {
        var groups = Foot.groups(pattern, line);
        if (groups.size() < 2 || !groups.getFirst().matches("[1-9]")) {
            return null;
        }
        String label = Saying.label(groups.get(1));
        return label.isEmpty() ? null : new Option(row, Choice.once(groups.getFirst(), label, Effect.TERMINAL));
    }

    /// What the program's rules know to be a question.
    private @Nullable Said said(List<String> lines, int end) {
        for (Clue clue : rules.asks()) {
            int row = Foot.find(clue, lines.subList(0, end));
            if (row >= 0) {
                var groups = Foot.groups(clue.words(), lines.get(row));
                String text = Saying.question(groups.isEmpty() ? lines.get(row) : groups.getFirst());
                if (!text.isEmpty()) {
                    return new Said(row, text);
                }
            }
        }
        return null;
    }

    /// The text that stands right above the options.
    private static @Nullable Said paragraphAbove(List<String> lines, int end) {
        var paragraph = new ArrayDeque<String>();
        int first = end;
        for (int at = end - 1; at >= Math.max(0, end - NEAR) && paragraph.size() < LONGEST_PARAGRAPH; at--) {
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

    /// Covers the dialog from its upper edge on, because what is to be allowed may stand above the question. Marks at
    /// the beginning of lines blink and follow the selection.
    private static String digest(List<String> lines, int question, int end) {
        int top = question;
        for (int at = question - 1; at >= Math.max(0, question - HIGHEST_MENU); at--) {
            if (EDGE.matcher(lines.get(at)).find()) {
                top = at;
                break;
            }
        }
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
