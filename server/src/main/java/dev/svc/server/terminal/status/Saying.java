package dev.svc.server.terminal.status;

import dev.svc.shared.text.PlainText;
import java.util.regex.Pattern;

/// Makes lines of a program's screen fit to be shown elsewhere: without frames, marks and numbering, on one line, cut.
public final class Saying {
    private static final int LONGEST_QUESTION = 120;
    private static final int LONGEST_LABEL = 80;
    private static final String SELECTED = "❯›▶→●";
    private static final String FRAME = "│┃║▌▐";
    private static final String SCROLL_BAR = "█";
    private static final Pattern FRAME_END = Pattern.compile("[\\s" + FRAME + SCROLL_BAR + "]+$");
    private static final Pattern FRAME_BEFORE = Pattern.compile("^[\\s│┃║▌▐|]+");
    private static final Pattern FRAME_AFTER = Pattern.compile("[\\s|" + FRAME + SCROLL_BAR + "]+$");
    private static final Pattern MARKS = Pattern.compile("^[\\s│┃║▌▐●○◦•◉❯›▶→✻⏺]+");
    private static final Pattern RULE = Pattern.compile("^[─━▔▄▀╌┄═╭╮╰╯┌┐└┘├┤\\s]*$");
    private static final Pattern NUMBERING = Pattern.compile("^\\(?[0-9]{1,3}(?:/[0-9]{1,3})?[.)]\\)?\\s+");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern COLUMN = Pattern.compile(" {2,}");

    private Saying() {}

    /// Empty where the line is part of a frame.
    static String question(String line) {
        String text = inner(line);
        text = NUMBERING.matcher(text).replaceFirst("");
        return cut(BLANKS.matcher(text).replaceAll(" ").strip(), LONGEST_QUESTION);
    }

    /// An option up to the gap before its description.
    static String label(String text) {
        return cut(COLUMN.split(inner(text), 2)[0].strip(), LONGEST_LABEL);
    }

    /// All of it on one line, not cut.
    static String words(String text) {
        return BLANKS.matcher(inner(text)).replaceAll(" ").strip();
    }

    /// Whether a line is more than a part of a frame.
    static boolean says(String line) {
        return !inner(line).isBlank();
    }

    /// How far within its frame the words of a line begin.
    static int indent(String line) {
        var marks = MARKS.matcher(line);
        return marks.find() ? marks.end() : 0;
    }

    /// Whether a line begins with the mark of what is selected.
    static boolean isMarked(String line) {
        return line.substring(0, indent(line)).chars().anyMatch(it -> SELECTED.indexOf(it) >= 0);
    }

    /// A line with its indentation, where parts of frames are blanks; empty where there is nothing else.
    static String unframed(String line) {
        var text = new StringBuilder(FRAME_END.matcher(PlainText.line(line)).replaceFirst(""));
        for (int at = 0; at < text.length() && isFrame(text.charAt(at)); at++) {
            text.setCharAt(at, ' ');
        }
        return RULE.matcher(text).matches() ? "" : text.toString();
    }

    private static boolean isFrame(char c) {
        return Character.isWhitespace(c) || FRAME.indexOf(c) >= 0;
    }

    static String unmarked(String line) {
        return FRAME_AFTER.matcher(MARKS.matcher(line).replaceFirst("")).replaceFirst("");
    }

    private static String inner(String line) {
        String plain = FRAME_BEFORE.matcher(PlainText.line(line)).replaceFirst("");
        plain = FRAME_AFTER.matcher(plain).replaceFirst("");
        return RULE.matcher(plain).matches() ? "" : plain;
    }

    /// Never in the middle of a character, with a sign that there was more.
    static String cut(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most - 1)).strip() + "…";
    }
}
