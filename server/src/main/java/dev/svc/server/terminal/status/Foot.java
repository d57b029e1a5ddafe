package dev.svc.server.terminal.status;

import dev.svc.server.engine.ScreenRules.Clue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/// The lowest lines of a screen that say anything, which is where programs put what they ask and do.
final class Foot {
    private static final int LONGEST_LINE = 1000;

    private Foot() {}

    /// The row of the lowest line that has a clue's words; negative where none has.
    static int find(Clue clue, List<String> lines) {
        int said = 0;
        for (int at = lines.size() - 1; at >= 0 && said < clue.lines(); at--) {
            String line = lines.get(at);
            if (!line.isBlank()) {
                said++;
                if (isHinted(clue, line) && has(clue.words(), line)) {
                    return at;
                }
            }
        }
        return -1;
    }

    /// The row of the highest line that has a clue's words, of as many as it names that say anything; negative where
    /// none has.
    static int findHead(Clue clue, List<String> lines) {
        int said = 0;
        for (int at = 0; at < lines.size() && said < clue.lines(); at++) {
            String line = lines.get(at);
            if (!line.isBlank()) {
                said++;
                if (has(clue.words(), line)) {
                    return at;
                }
            }
        }
        return -1;
    }

    /// What the groups of an expression hold of a text; empty where the text does not have it, or it has no group.
    static List<String> groups(Pattern words, String text) {
        try {
            var matcher = words.matcher(new Metered(text, LONGEST_LINE));
            var groups = new ArrayList<String>();
            if (matcher.find()) {
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    groups.add(Objects.requireNonNullElse(matcher.group(group), ""));
                }
            }
            return groups;
        } catch (Metered.SpentException _) {
            return List.of();
        }
    }

    private static boolean isHinted(Clue clue, String line) {
        for (String hint : clue.hints()) {
            if (line.contains(hint)) {
                return true;
            }
        }
        return clue.hints().isEmpty();
    }

    /// Whether a text has the words. An expression may come from a file of the person's: one that would take for ever
    /// has nothing.
    static boolean has(Pattern words, String text) {
        try {
            return words.matcher(new Metered(text, LONGEST_LINE)).find();
        } catch (Metered.SpentException _) {
            return false;
        }
    }

    /// Whether a text is nothing but the words.
    static boolean is(Pattern words, String text) {
        try {
            return text.length() <= LONGEST_LINE
                    && words.matcher(new Metered(text, LONGEST_LINE)).matches();
        } catch (Metered.SpentException _) {
            return false;
        }
    }
}
