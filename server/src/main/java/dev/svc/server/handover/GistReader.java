package dev.svc.server.handover;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.session.Turn.ToolUse;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the gist of a conversation, turn by turn. Holds little of each text and few of them, however long it was.
final class GistReader {
    /// More than is ever said of one text: a secret at the cut is still whole when it is masked.
    static final int HELD = 8_000;

    static final int MOST_SAID = 6;
    static final int MOST_FILES = 30;

    private static final int LONGEST_PATH = 200;

    /// How the readers of logs tell a change. What a command printed of one begins otherwise.
    private static final Pattern CHANGE = Pattern.compile("\\A\\s*(?:@@|\\*\\*\\* Begin Patch|Index: )");

    private static final Pattern NAMED = Pattern.compile(
            "^(?:\\*\\*\\* (?:Add|Update|Delete) File: |\\+\\+\\+ (?:b/)?)(\\S[^\\t\\n]*)", Pattern.MULTILINE);

    private final ArrayDeque<String> said = new ArrayDeque<>();
    private final Set<String> files = new LinkedHashSet<>();
    private String goal = "";
    private String summary = "";
    private String answer = "";

    void read(List<Turn> turns) {
        turns.forEach(this::read);
    }

    private void read(Turn turn) {
        if (turn.mark() == Mark.COMPACTED) {
            summary = turn.text().isBlank() ? summary : held(turn.text());
        } else if (turn.tool() != null) {
            changed(turn.tool());
            turn.inner().stream().filter(inner -> inner.tool() != null).forEach(this::read);
        } else if (turn.mark() == Mark.NONE && !turn.text().isBlank()) {
            said(turn);
        }
    }

    private void said(Turn turn) {
        if (turn.role() == Role.ASSISTANT) {
            answer = held(turn.text());
        } else if (turn.role() == Role.USER && goal.isEmpty()) {
            goal = held(turn.text());
        } else if (turn.role() == Role.USER) {
            said.addLast(held(turn.text()));
            if (said.size() > MOST_SAID) {
                said.removeFirst();
            }
        }
    }

    /// A call whose result is a change; one that failed changed nothing.
    private void changed(ToolUse tool) {
        if (Boolean.FALSE.equals(tool.ok())
                || !CHANGE.matcher(tool.outputSummary()).find()) {
            return;
        }
        Matcher named = NAMED.matcher(tool.outputSummary());
        boolean found = false;
        while (named.find()) {
            add(named.group(1));
            found = true;
        }
        if (!found) {
            add(tool.inputSummary());
        }
    }

    /// The newest ones stay. What has more than one line, or is too long, is no path.
    private void add(String text) {
        var path = text.strip();
        if (path.isEmpty() || path.length() > LONGEST_PATH || path.contains("\n") || path.equals("/dev/null")) {
            return;
        }
        files.remove(path);
        files.add(path);
        if (files.size() > MOST_FILES) {
            files.remove(files.iterator().next());
        }
    }

    private static String held(String text) {
        var stripped = text.strip();
        return stripped.length() <= HELD ? stripped : stripped.substring(0, HELD);
    }

    Gist gist() {
        return new Gist(goal, summary, List.copyOf(said), answer, List.copyOf(files));
    }
}
