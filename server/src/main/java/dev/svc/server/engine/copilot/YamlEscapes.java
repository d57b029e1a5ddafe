package dev.svc.server.engine.copilot;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Texts between double quotes as YAML has them, on one line.
final class YamlEscapes {
    private static final Map<Character, String> SHORT = Map.ofEntries(
            Map.entry('0', "\0"),
            Map.entry('a', "\u0007"),
            Map.entry('b', "\b"),
            Map.entry('t', "\t"),
            Map.entry('\t', "\t"),
            Map.entry('n', "\n"),
            Map.entry('v', "\u000b"),
            Map.entry('f', "\f"),
            Map.entry('r', "\r"),
            Map.entry('e', "\u001b"),
            Map.entry(' ', " "),
            Map.entry('"', "\""),
            Map.entry('/', "/"),
            Map.entry('\\', "\\"),
            Map.entry('N', "\u0085"),
            Map.entry('_', "\u00a0"),
            Map.entry('L', "\u2028"),
            Map.entry('P', "\u2029"));

    private static final Map<Character, Integer> LONG = Map.of('x', 2, 'u', 4, 'U', 8);

    /// What needs no quotes: letters and digits of any script, and what paths are made of.
    private static final Pattern PLAIN = Pattern.compile("/(?:[\\p{L}\\p{N}/._ -]*[\\p{L}\\p{N}/._-])?");

    private YamlEscapes() {}

    /// The text that the quotes hold; empty where they hold something that is none.
    static Optional<String> read(String value) {
        var text = new StringBuilder();
        int at = 1;
        while (at < value.length()) {
            char unit = value.charAt(at);
            if (unit == '"') {
                return endsAt(value, at) ? Optional.of(text.toString()) : Optional.empty();
            }
            if (unit == '\\') {
                int length = escape(value, at, text);
                if (length == 0) {
                    return Optional.empty();
                }
                at += length;
            } else {
                text.append(unit);
                at++;
            }
        }
        return Optional.empty();
    }

    /// Whether nothing but a comment follows the quote.
    static boolean endsAt(String value, int quote) {
        var rest = value.substring(quote + 1);
        return rest.isBlank() || rest.strip().startsWith("#");
    }

    /// Appends what the escape stands for and says how long it is; 0 where it is none.
    private static int escape(String value, int at, StringBuilder text) {
        if (at + 1 >= value.length()) {
            return 0;
        }
        char kind = value.charAt(at + 1);
        var stands = SHORT.get(kind);
        if (stands != null) {
            text.append(stands);
            return 2;
        }
        int digits = LONG.getOrDefault(kind, 0);
        int end = at + 2 + digits;
        if (digits == 0 || end > value.length()) {
            return 0;
        }
        int point = point(value, at + 2, end);
        if (point < 0) {
            return 0;
        }
        text.appendCodePoint(point);
        return end - at;
    }

    /// A code point in hexadecimal digits; negative where it is none.
    private static int point(String value, int from, int end) {
        long point = 0;
        for (int i = from; i < end; i++) {
            int digit = Character.digit(value.charAt(i), 16);
            if (digit < 0) {
                return -1;
            }
            point = point << 4 | digit;
        }
        return point <= Character.MAX_CODE_POINT ? (int) point : -1;
    }

    /// A path as the value of a name.
    static String path(String path) {
        if (PLAIN.matcher(path).matches()) {
            return path;
        }
        boolean isShown = path.codePoints().noneMatch(YamlEscapes::isHidden);
        return isShown ? "'" + path.replace("'", "''") + "'" : doubled(path);
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static String doubled(String path) {
        var text = new StringBuilder("\"");
        path.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                text.append('\\').appendCodePoint(point);
            } else if (isHidden(point)) {
                text.append("\\U%08x".formatted(point));
            } else {
                text.appendCodePoint(point);
            }
        });
        return text.append('"').toString();
    }
}
