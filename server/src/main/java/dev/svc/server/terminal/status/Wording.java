package dev.svc.server.terminal.status;

import java.util.List;
import java.util.regex.Pattern;

/// Words that mean something in a line.
///
/// Searching a line for an expression costs a hundred times as much as searching it for plain words, and hardly any
/// line matches. So the hints are searched first: every matching line contains one of them.
final class Wording {
    private final List<String> hints;
    private final Pattern words;

    private Wording(Pattern words, List<String> hints) {
        this.words = words;
        this.hints = hints;
    }

    /// @param hints every match of the words contains one of them
    static Wording of(String words, String... hints) {
        return new Wording(Pattern.compile(words), List.of(hints));
    }

    boolean isIn(String line) {
        for (String hint : hints) {
            if (line.contains(hint)) {
                return words.matcher(line).find();
            }
        }
        return false;
    }
}
