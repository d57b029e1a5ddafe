package dev.svc.shared.text;

import java.util.Arrays;

/// How many columns a character takes. Terminals disagree on some emoji, so readers of screens look for text, not for
/// columns.
public final class Columns {
    private static final int FIRST_COMBINING = 0x300;
    private static final int FIRST_WIDE = 0x1100;
    private static final int EMOJI_STYLE = 0xfe0f;

    /// First and last of what is wide and no emoji: East Asian Width W and F of Unicode, unassigned gaps bridged.
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2329, 0x232a, 0x2e80, 0x2fff, 0x3000, 0x303e, 0x3041, 0x3247, 0x3250, 0x4dbf,
        0x4e00, 0xa4cf, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f,
        0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18d08, 0x1aff0, 0x1b2fb, 0x1f200, 0x1f265, 0x20000, 0x3fffd
    };

    private Columns() {}

    /// 0 for what is drawn onto its neighbour, 2 for what is wide, else 1.
    public static int of(int codePoint) {
        if (codePoint < FIRST_COMBINING) {
            return 1;
        }
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(codePoint) ? 2 : 1;
        };
    }

    /// The columns of one character as people see it, which may be several code points.
    public static int ofCluster(String text, int from, int to) {
        int width = 0;
        for (int i = from; i < to; ) {
            int codePoint = text.codePointAt(i);
            int here = codePoint == EMOJI_STYLE ? 2 : of(codePoint);
            width = Math.max(width, here);
            i += Character.charCount(codePoint);
        }
        return width;
    }

    private static boolean isWide(int codePoint) {
        if (codePoint < FIRST_WIDE) {
            return false;
        }
        int at = Arrays.binarySearch(WIDE, codePoint);
        int insertion = -at - 1;
        return at >= 0 || insertion % 2 == 1 || Character.isEmojiPresentation(codePoint);
    }
}
