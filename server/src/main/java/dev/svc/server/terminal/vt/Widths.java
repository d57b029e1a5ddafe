package dev.svc.server.terminal.vt;

import java.lang.Character.UnicodeScript;

/// How many columns a character takes. Terminals disagree on some emoji, so readers look for text, not for columns.
final class Widths {
    private static final int FIRST_WIDE = 0x1100;

    private Widths() {}

    static int of(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(codePoint) ? 2 : 1;
        };
    }

    private static boolean isWide(int codePoint) {
        if (codePoint < FIRST_WIDE) {
            return false;
        }
        return (codePoint >= 0x1f300 && codePoint <= 0x1faff)
                || (codePoint >= 0xff01 && codePoint <= 0xff60)
                || (codePoint >= 0x3000 && codePoint <= 0x303e)
                || isWideScript(codePoint);
    }

    private static boolean isWideScript(int codePoint) {
        if (!Character.isLetter(codePoint)) {
            return false;
        }
        var script = UnicodeScript.of(codePoint);
        return script == UnicodeScript.HAN
                || script == UnicodeScript.HIRAGANA
                || script == UnicodeScript.KATAKANA
                || script == UnicodeScript.HANGUL;
    }
}
