package dev.svc.server.transcript.export;

import dev.svc.server.session.Turn;
import dev.svc.server.texts.Errand;
import dev.svc.server.transcript.Portions;
import java.io.IOException;
import java.util.List;

/// Some turns of a conversation as one HTML page, for people who do not have the rest.
public final class ChosenTurns {
    private ChosenTurns() {}

    /// As a text in such a page.
    public static String escaped(String text) {
        return HtmlText.escaped(text);
    }

    /// The hash of its one style, for a policy that allows nothing else.
    public static String style() {
        return HtmlStyle.HASH;
    }

    /// Laid out by the workers of texts.
    ///
    /// @param first the number of the first turn
    /// @param count of all turns of the conversation
    /// @param masked what was masked, in words
    /// @param more markup that follows the turns
    public static String html(
            Errand errand, List<Turn> turns, int first, int count, Head head, String masked, String more)
            throws IOException {
        var document = new HtmlDocument(head.program(), "Person");
        var page = new StringBuilder(HtmlDocument.excerpt(head, first, turns.size(), count, masked));
        int index = first;
        for (var some : Portions.of(turns)) {
            int from = index;
            CharSequence laidOut = errand.layOut(patience -> {
                var pieces = new StringBuilder();
                for (int i = 0; i < some.size(); i++) {
                    pieces.append(document.turn(from + i, some.get(i), patience));
                }
                return pieces;
            });
            page.append(laidOut);
            index += some.size();
        }
        return page.append(more).append(document.end()).toString();
    }
}
