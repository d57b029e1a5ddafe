package dev.svc.server.transcript.console;

import java.util.ArrayList;
import java.util.List;

/// Finds where a line must be broken to fit a width.
enum Wrapping {
    /// Between words where it can be; the blanks at a break go.
    WORDS,
    /// Wherever the line is full; nothing goes.
    VERBATIM;

    /// Characters from one to before another.
    record Piece(int from, int to) {}

    List<Piece> pieces(Styled line, int width) {
        var clusters = line.clusters();
        var pieces = new ArrayList<Piece>();
        int start = 0;
        int used = 0;
        int mayBreak = -1;
        for (int i = 0; i < clusters.count(); i++) {
            int here = clusters.width(i);
            boolean space = this == WORDS && line.isSpace(i);
            if (space || here > 1) {
                mayBreak = i;
            }
            if (used + here > width && i > start) {
                int end = this == WORDS && mayBreak > start ? mayBreak : i;
                pieces.add(new Piece(start, trimmed(line, start, end)));
                start = afterBlanks(line, end);
                i = start - 1;
                used = 0;
                mayBreak = -1;
                continue;
            }
            used += here;
            if (here > 1) {
                mayBreak = i + 1;
            }
        }
        if (start < clusters.count() || pieces.isEmpty()) {
            pieces.add(new Piece(start, trimmed(line, start, clusters.count())));
        }
        return pieces;
    }

    private int trimmed(Styled line, int start, int end) {
        int at = end;
        while (this == WORDS && at > start && line.isSpace(at - 1)) {
            at--;
        }
        return at;
    }

    private int afterBlanks(Styled line, int from) {
        int at = from;
        while (this == WORDS && at < line.clusters().count() && line.isSpace(at)) {
            at++;
        }
        return at;
    }
}
