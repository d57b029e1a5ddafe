package dev.svc.server.transcript.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.Conversation;
import dev.svc.server.transcript.Portions;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.UnaryOperator;

/// Writes a whole conversation, a few turns in memory at a time.
public final class Export {
    private final ObjectMapper json;

    /// @param json names fields and writes times as the interface does
    public Export(ObjectMapper json) {
        this.json = json;
    }

    public void write(Conversation conversation, Head head, Format format, Writer out) throws IOException {
        write(conversation, 0, conversation.count(), UnaryOperator.identity(), head, format, out);
    }

    /// The turns from one to another.
    ///
    /// @param edit is done to each turn before it is laid out, by the workers of texts
    public void write(
            Conversation conversation, int from, int to, UnaryOperator<Turn> edit, Head head, Format format, Writer out)
            throws IOException {
        var document = document(format, head);
        out.append(document.begin(head, to - from));
        conversation.forwards(from, to, (first, turns) -> {
            int index = first;
            for (var some : Portions.of(turns)) {
                int at = index;
                var edited =
                        conversation.errand().read(() -> some.stream().map(edit).toList());
                out.append(conversation.errand().layOut(patience -> pieces(document, at, edited, patience)));
                index += some.size();
            }
            return true;
        });
        out.append(document.end());
        out.flush();
    }

    private static CharSequence pieces(Document document, int from, List<Turn> turns, Patience patience)
            throws IOException {
        var pieces = new StringBuilder();
        for (int i = 0; i < turns.size(); i++) {
            pieces.append(document.turn(from + i, turns.get(i), patience));
        }
        return pieces;
    }

    private Document document(Format format, Head head) {
        return switch (format) {
            case MD -> new MarkdownDocument(head.program());
            case JSON -> new JsonDocument(json);
            case HTML -> new HtmlDocument(head.program());
        };
    }
}
