package dev.svc.server.transcript.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.Conversation;
import dev.svc.server.transcript.Portions;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/// Writes a whole conversation, a few turns in memory at a time.
public final class Export {
    private final ObjectMapper json;

    /// @param json names fields and writes times as the interface does
    public Export(ObjectMapper json) {
        this.json = json;
    }

    public void write(Conversation conversation, Head head, Format format, Writer out) throws IOException {
        var document = document(format, head);
        out.append(document.begin(head, conversation.count()));
        conversation.forwards(0, conversation.count(), (first, turns) -> {
            int index = first;
            for (var some : Portions.of(turns)) {
                int from = index;
                out.append(conversation.errand().layOut(patience -> pieces(document, from, some, patience)));
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
