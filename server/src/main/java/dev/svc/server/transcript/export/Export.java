package dev.svc.server.transcript.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.transcript.Conversation;
import java.io.IOException;
import java.io.Writer;

/// Writes a whole conversation, a few turns in memory at a time.
public final class Export {
    private final ObjectMapper json;

    /// @param json names fields and writes times as the interface does
    public Export(ObjectMapper json) {
        this.json = json;
    }

    public void write(Conversation conversation, Head head, Format format, Writer out) throws IOException {
        var document = document(format, out);
        document.begin(head, conversation.count());
        conversation.forwards(0, conversation.count(), (index, turn) -> {
            document.turn(index, turn);
            return true;
        });
        document.end();
        out.flush();
    }

    private Document document(Format format, Writer out) {
        return switch (format) {
            case MD -> new MarkdownDocument(out);
            case JSON -> new JsonDocument(json, out);
            case HTML -> new HtmlDocument(out);
        };
    }
}
