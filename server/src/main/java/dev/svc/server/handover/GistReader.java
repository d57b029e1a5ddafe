package dev.svc.server.handover;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import java.util.ArrayDeque;
import java.util.List;

/// Finds the gist of a conversation, turn by turn. Holds little of each text and few of them, however long it was.
final class GistReader {
    /// More than is ever said of one text: a secret at the cut is still whole when it is masked.
    static final int HELD = 8_000;

    static final int MOST_SAID = 6;

    private final ArrayDeque<String> said = new ArrayDeque<>();
    private String goal = "";
    private String summary = "";
    private String answer = "";

    void read(List<Turn> turns) {
        turns.forEach(this::read);
    }

    private void read(Turn turn) {
        if (turn.mark() == Mark.COMPACTED) {
            summary = turn.text().isBlank() ? summary : held(turn.text());
        } else if (turn.tool() == null
                && turn.mark() == Mark.NONE
                && !turn.text().isBlank()) {
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

    private static String held(String text) {
        var stripped = text.strip();
        return stripped.length() <= HELD ? stripped : stripped.substring(0, HELD);
    }

    Gist gist(ChangedPaths changed) {
        return new Gist(goal, summary, List.copyOf(said), answer, changed);
    }
}
