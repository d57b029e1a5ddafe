package dev.svc.server.transcript.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.session.Turn;
import dev.svc.server.transcript.TurnView;
import java.io.IOException;
import java.io.Writer;

/// `{session, turns: […]}`, a turn a line.
final class JsonDocument implements Document {
    private final ObjectMapper json;
    private final Writer out;

    JsonDocument(ObjectMapper json, Writer out) {
        this.json = json;
        this.out = out;
    }

    @Override
    public void begin(Head head, int turns) throws IOException {
        out.append("{\"session\":").append(json.writeValueAsString(head)).append(",\"turns\":[");
    }

    @Override
    public void turn(int index, Turn turn) throws IOException {
        out.append(index == 0 ? "\n" : ",\n").append(json.writeValueAsString(TurnView.of(index, turn, false)));
    }

    @Override
    public void end() throws IOException {
        out.append("\n]}\n");
    }
}
