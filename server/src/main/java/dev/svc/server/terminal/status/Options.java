package dev.svc.server.terminal.status;

import dev.svc.server.engine.DialogRules;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The options that stand on a screen and are chosen by a digit, from top to bottom; each may run on in the lines below
/// it.
record Options(List<Option> all) {
    private static final int HIGHEST_MENU = 40;
    private static final Options NONE = new Options(List.of());

    Options {
        all = List.copyOf(all);
    }

    /// One option.
    ///
    /// @param row where it begins, and `end` the row after it
    /// @param label its words up to the gap before its description
    /// @param words all that it says
    /// @param plain whether nothing in it has to be left out to show it
    /// @param selected whether it has the mark of the selection
    record Option(int row, int end, String key, String label, String words, boolean plain, boolean selected) {}

    /// The lowest block of options that counts from 1, if it stands at the foot of the screen. What stands higher
    /// belongs to something that was said before.
    static Options read(DialogRules rules, List<String> lines) {
        List<Option> lowest = List.of();
        for (var pattern : rules.options()) {
            var found = read(lines, pattern);
            if (!found.isEmpty()
                    && (lowest.isEmpty()
                            || found.getLast().row() > lowest.getLast().row())) {
                lowest = found;
            }
        }
        return lowest.isEmpty() || saying(lines.subList(lowest.getLast().end(), lines.size())) > rules.below()
                ? NONE
                : new Options(lowest);
    }

    private static long saying(List<String> lines) {
        return lines.stream().filter(Saying::says).count();
    }

    private static List<Option> read(List<String> lines, Pattern pattern) {
        var found = new ArrayList<Option>();
        for (int at = lines.size() - 1; at >= Math.max(0, lines.size() - HIGHEST_MENU); at--) {
            int below = found.isEmpty() ? lines.size() : found.getLast().row();
            var option = option(lines, at, below, pattern);
            if (option != null) {
                int expected = found.isEmpty() ? number(option) : number(found.getLast()) - 1;
                boolean isBelow = found.isEmpty() || column(lines, option) == column(lines, found.getLast());
                if (number(option) != expected || !isBelow) {
                    return List.of(); // an option may be described in words that look like one
                }
                found.add(option);
                if (expected == 1) {
                    return found.reversed();
                }
            }
        }
        return List.of();
    }

    private static int column(List<String> lines, Option option) {
        return lines.get(option.row()).indexOf(option.key());
    }

    private static int number(Option option) {
        return Integer.parseInt(option.key());
    }

    private static @Nullable Option option(List<String> lines, int row, int below, Pattern pattern) {
        String line = lines.get(row);
        var groups = Foot.groups(pattern, line);
        if (groups.size() < 2 || !groups.getFirst().matches("[1-9]")) {
            return null;
        }
        String label = Saying.label(groups.get(1));
        if (label.isEmpty()) {
            return null;
        }
        int end = end(lines, row, below);
        var words = new StringBuilder(Saying.words(groups.get(1)));
        boolean plain = PlainText.isLine(line);
        for (String more : lines.subList(row + 1, end)) {
            words.append(' ').append(Saying.words(more));
            plain &= PlainText.isLine(more);
        }
        return new Option(row, end, groups.getFirst(), label, words.toString(), plain, Saying.isMarked(line));
    }

    /// It runs on in lines that say something and are indented further.
    private static int end(List<String> lines, int row, int below) {
        int indent = Saying.indent(lines.get(row));
        int end = row + 1;
        while (end < below && Saying.says(lines.get(end)) && Saying.indent(lines.get(end)) > indent) {
            end++;
        }
        return end;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /// The row of the first one.
    int row() {
        return all.getFirst().row();
    }

    /// The row after the last one.
    int end() {
        return all.getLast().end();
    }

    /// The key of the one that is selected, where that can be seen.
    Optional<String> selected() {
        return all.stream().filter(Option::selected).map(Option::key).findFirst();
    }
}
