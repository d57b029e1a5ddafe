package dev.svc.shared.text;

import java.util.List;

/// Foreign words in a sentence for people: short, on one line, and no command to the terminal.
public final class Shown {
    private static final int LONGEST = 200;
    private static final int MOST = 10;

    private Shown() {}

    public static String line(String text) {
        String plain = PlainText.of(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
        return plain.replaceAll("[\\n\\t]", " ");
    }

    public static String list(List<String> names) {
        String first =
                String.join(", ", names.stream().limit(MOST).map(Shown::line).toList());
        return names.size() <= MOST ? first : "%s and %d more".formatted(first, names.size() - MOST);
    }
}
