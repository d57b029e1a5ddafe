package dev.svc.server.change.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/// Applies a net diff to the text before as strictly as can be: at its numbers, line by line.
final class Applied {
    private Applied() {}

    static String to(String before, ChangedFile change) {
        var old = FileLines.of(before);
        var now = new ArrayList<String>();
        int at = 0;
        for (var hunk : change.hunks()) {
            boolean hasOld = hunk.lines().stream().anyMatch(line -> line.op() != '+');
            boolean hasNew = hunk.lines().stream().anyMatch(line -> line.op() != '-');
            int from = hasOld ? hunk.oldStart() - 1 : hunk.oldStart();
            assertThat(from).as("hunks are in order").isGreaterThanOrEqualTo(at);
            now.addAll(old.subList(at, from));
            at = from;
            assertThat(hunk.newStart()).as("the number after").isEqualTo(hasNew ? now.size() + 1 : now.size());
            for (var line : hunk.lines()) {
                if (line.op() != '+') {
                    assertThat(text(line)).as("an old line").isEqualTo(old.get(at++));
                }
                if (line.op() != '-') {
                    now.add(text(line));
                }
            }
        }
        now.addAll(old.subList(at, old.size()));
        assertThat(count(change, '+')).isEqualTo(change.additions());
        assertThat(count(change, '-')).isEqualTo(change.deletions());
        return String.join("", now);
    }

    private static long count(ChangedFile change, char op) {
        return change.hunks().stream()
                .map(ChangedFile.Hunk::lines)
                .flatMap(List::stream)
                .filter(line -> line.op() == op)
                .count();
    }

    private static String text(ChangedFile.Line line) {
        return line.text()
                + switch (line.end()) {
                    case LF -> "\n";
                    case CRLF -> "\r\n";
                    case NONE -> "";
                };
    }
}
