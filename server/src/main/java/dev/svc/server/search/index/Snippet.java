package dev.svc.server.search.index;

import dev.svc.server.search.index.Marking.Range;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A piece of a text around what was found, on one line.
///
/// @param ranges of what was found, in UTF-16 units of `text`
public record Snippet(String text, List<Mark> ranges) {
    private static final int LENGTH = 200;
    private static final int BEFORE = 60;
    private static final String CUT = "…";

    /// A stretch that was found.
    public record Mark(int from, int to) {}

    public Snippet {
        ranges = List.copyOf(ranges);
    }

    static Snippet of(String text, List<Range> found) {
        var densest = densest(found);
        int from = densest == null ? 0 : wordStart(text, Math.max(0, densest.from() - BEFORE), densest.from());
        int to = wordEnd(text, Math.min(text.length(), from + LENGTH));
        return new Making(text, from, to).make(found);
    }

    /// The first of the ranges that stand closest together.
    private static @Nullable Range densest(List<Range> found) {
        Range best = null;
        int most = 0;
        int last = 0;
        for (int first = 0; first < found.size(); first++) {
            last = Math.max(last, first);
            while (last < found.size()
                    && found.get(last).to() <= found.get(first).from() + LENGTH - BEFORE) {
                last++;
            }
            if (last - first > most || best == null) {
                most = last - first;
                best = found.get(first);
            }
        }
        return best;
    }

    /// The first place from here on where a word begins, before a limit.
    private static int wordStart(String text, int from, int limit) {
        int i = from;
        while (i > 0 && i < limit && !Character.isWhitespace(text.charAt(i - 1))) {
            i++;
        }
        return i < limit ? i : whole(text, from);
    }

    private static int wordEnd(String text, int to) {
        int i = to;
        while (i < text.length() && i > to - BEFORE && !Character.isWhitespace(text.charAt(i))) {
            i--;
        }
        return to < text.length() && i > to - BEFORE ? i : whole(text, to);
    }

    /// Not between the halves of a surrogate pair.
    private static int whole(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    /// An end inside a surrogate pair moves behind the pair.
    private static int wholeEnd(String text, int at) {
        return whole(text, at) == at ? at : at + 1;
    }

    /// White space becomes one blank, and what was found is marked where it then stands.
    private static final class Making {
        private final String text;
        private final int from;
        private final int to;
        private final StringBuilder line = new StringBuilder();
        private final int[] places;

        Making(String text, int from, int to) {
            this.text = text;
            this.from = from;
            this.to = to;
            this.places = new int[to - from + 1];
        }

        Snippet make(List<Range> found) {
            line.append(from > 0 ? CUT : "");
            for (int i = from; i < to; i++) {
                places[i - from] = line.length();
                char c = text.charAt(i);
                if (!isBlank(c)) {
                    line.append(c);
                } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                    line.append(' ');
                }
            }
            places[to - from] = line.length();
            line.append(to < text.length() ? CUT : "");
            var marks = new ArrayList<Mark>();
            int marked = 0;
            for (var range : found) {
                int start = place(Math.max(whole(text, range.from()), from));
                int end = place(Math.min(wholeEnd(text, range.to()), to));
                start = Math.max(start, marked);
                if (range.to() > from && range.from() < to && end > start) {
                    marks.add(new Mark(start, end));
                    marked = end;
                }
            }
            return new Snippet(line.toString(), marks);
        }

        private int place(int at) {
            return places[Math.clamp(at - from, 0, places.length - 1)];
        }

        private static boolean isBlank(char c) {
            return Character.isWhitespace(c) || Character.isISOControl(c) || Character.isSpaceChar(c);
        }
    }
}
