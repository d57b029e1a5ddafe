package dev.svc.server.engine.copilot;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads a YAML document that is nothing but names and texts, one a line: plain, quoted, or as a block of lines below.
/// Whatever else YAML has (anchors, tags, lists, texts that run on) is refused, and then the name has no text.
///
/// Owned by one reading.
final class FlatYaml {
    private static final Pattern ENTRY =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_-]{0,63}):(?:[ \\t]+(.*))?", Pattern.DOTALL);

    private static final Pattern BLOCK = Pattern.compile("\\|(?:([1-9])[+-]?|[+-]([1-9])?)?(?: +#.*)?");
    private static final Pattern NOTHING = Pattern.compile("~|null|Null|NULL|#.*");

    /// What begins no plain text.
    private static final String INDICATORS = "&*!|>'\"%@`{}[],#";

    private final String[] lines;
    private final Map<String, String> texts = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private boolean isWhole = true;
    private String last = "";
    private int at;

    private FlatYaml(String text) {
        lines = text.split("\n", -1);
    }

    static FlatYaml parse(String text) {
        var yaml = new FlatYaml(text);
        while (yaml.at < yaml.lines.length) {
            yaml.line(yaml.next());
        }
        return yaml;
    }

    /// The text of that name; empty where there is none that can be read.
    Optional<String> find(String name) {
        return Optional.ofNullable(texts.get(name));
    }

    /// Whether every line was understood.
    boolean isWhole() {
        return isWhole;
    }

    private String next() {
        return withoutReturn(lines[at++]);
    }

    private static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private void line(String line) {
        if (line.isBlank() || line.startsWith("#") || (line.equals("---") && names.isEmpty())) {
            return;
        }
        var entry = ENTRY.matcher(line);
        if (!entry.matches()) {
            refuse(last); // it may run on here
            return;
        }
        last = entry.group(1);
        boolean isNew = names.add(last);
        var value = entry.group(2) == null ? "" : entry.group(2).strip();
        var text = value.startsWith("|") ? block(value) : scalar(value);
        if (isNew && text.isPresent()) {
            texts.put(last, text.get());
        } else if (!isNew || !isNothing(value)) {
            refuse(last);
        }
    }

    private void refuse(String name) {
        texts.remove(name);
        isWhole = false;
    }

    private static boolean isNothing(String value) {
        return value.isEmpty() || NOTHING.matcher(value).matches();
    }

    /// The lines below that are indented, or empty. How the text ends is of no interest.
    private Optional<String> block(String head) {
        var said = BLOCK.matcher(head);
        boolean isKnown = said.matches();
        var digit = isKnown && said.group(1) != null ? said.group(1) : isKnown ? said.group(2) : null;
        int indent = digit == null ? 0 : Integer.parseInt(digit);
        var text = new StringBuilder();
        while (at < lines.length && (lines[at].isBlank() || lines[at].startsWith(" "))) {
            var line = next();
            int blanks = line.length() - line.stripLeading().length();
            indent = indent == 0 && !line.isBlank() ? blanks : indent;
            isKnown &= line.isBlank() || (blanks >= indent && line.charAt(blanks) != '\t');
            text.append(line.length() <= indent ? "" : line.substring(indent)).append('\n');
        }
        return isKnown ? Optional.of(text.toString().stripTrailing()) : Optional.empty();
    }

    /// A text that stands on the line of its name; empty where it is none.
    static Optional<String> scalar(String value) {
        if (isNothing(value)) {
            return Optional.empty();
        }
        return switch (value.charAt(0)) {
            case '\'' -> single(value);
            case '"' -> YamlEscapes.read(value);
            default -> plain(value);
        };
    }

    private static Optional<String> plain(String value) {
        int comment = value.indexOf(" #");
        var text = comment < 0 ? value : value.substring(0, comment).strip();
        boolean isOther = INDICATORS.indexOf(text.charAt(0)) >= 0
                || text.startsWith("- ")
                || text.startsWith("? ")
                || text.equals("-")
                || text.equals("?")
                || text.startsWith(":")
                || text.contains(": ")
                || text.endsWith(":");
        return isOther ? Optional.empty() : Optional.of(text);
    }

    private static Optional<String> single(String value) {
        var text = new StringBuilder();
        int from = 1;
        while (from < value.length()) {
            int quote = value.indexOf('\'', from);
            if (quote < 0) {
                return Optional.empty();
            }
            text.append(value, from, quote);
            if (!value.startsWith("''", quote)) {
                return YamlEscapes.endsAt(value, quote) ? Optional.of(text.toString()) : Optional.empty();
            }
            text.append('\'');
            from = quote + 2;
        }
        return Optional.empty();
    }
}
