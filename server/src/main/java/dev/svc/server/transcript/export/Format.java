package dev.svc.server.transcript.export;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a conversation is exported as.
public enum Format {
    MD("text/markdown; charset=utf-8"),
    JSON("application/json; charset=utf-8"),
    HTML("text/html; charset=utf-8");

    private static final int LONGEST_NAME = 60;
    private static final Pattern UNSAFE = Pattern.compile("[^a-z0-9]+");

    private final String type;

    Format(String type) {
        this.type = type;
    }

    public static Optional<Format> find(String word) {
        return Arrays.stream(values())
                .filter(format -> format.word().equals(word))
                .findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String type() {
        return type;
    }

    /// A name for the file that any system takes: letters and digits of the title, and which session it is.
    public String fileName(Head head) {
        var id = slug(head.id(), Integer.MAX_VALUE);
        var title = slug(head.title(), LONGEST_NAME);
        return (title.isEmpty() ? id : title + "-" + id) + "." + word();
    }

    private static String slug(String text, int longest) {
        var slug = UNSAFE.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("-");
        var cut = slug.length() <= longest ? slug : slug.substring(0, longest);
        return cut.replaceAll("^-|-$", "");
    }
}
