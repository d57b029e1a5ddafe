package dev.svc.server.review.model;

import dev.svc.server.mask.Visible;
import java.util.regex.Pattern;

/// Text of strangers made fit to be shown in one line.
final class OneLine {
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}]+");

    private OneLine() {}

    /// Line breaks become blanks; control characters and those that turn the direction of writing go.
    static String of(String text) {
        return BLANKS.matcher(Visible.of(text)).replaceAll(" ").strip();
    }
}
