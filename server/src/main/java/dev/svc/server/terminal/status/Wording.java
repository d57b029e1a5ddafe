package dev.svc.server.terminal.status;

import java.util.List;
import java.util.regex.Pattern;

/// Words that mean something in a line.
///
/// Looking for an expression everywhere in a line costs a hundred times what looking for plain words does, and hardly
/// any line has them: the hints, of which each of these lines has one, are looked for first.
final class Wording {
    private final List<String> hints;
    private final Pattern words;

    private Wording(Pattern words, List<String> hints) {
        this.words = words;
        this.hints = hints;
    }

    /// @param hints of which one is part of all that the words match
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
