package dev.svc.server.terminal.status;

import dev.svc.shared.text.PlainText;
import java.util.regex.Pattern;

/// Makes lines of a program's screen fit to be shown elsewhere: without frames, marks and numbering, on one line, cut.
public final class Saying {
    private static final int LONGEST_QUESTION = 120;
    private static final int LONGEST_LABEL = 80;
    private static final Pattern FRAME_BEFORE = Pattern.compile("^[\\s│┃║▌▐|]+");
    private static final Pattern FRAME_AFTER = Pattern.compile("[\\s│┃║▌▐|]+$");
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

    static String unmarked(String line) {
        return FRAME_AFTER.matcher(MARKS.matcher(line).replaceFirst("")).replaceFirst("");
    }

    private static String inner(String line) {
        String plain = PlainText.line(line);
        if (RULE.matcher(plain).matches()) {
            return "";
        }
        return FRAME_AFTER.matcher(FRAME_BEFORE.matcher(plain).replaceFirst("")).replaceFirst("");
    }

    /// Never in the middle of a character, with a sign that there was more.
    static String cut(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most - 1)).strip() + "…";
    }
}
