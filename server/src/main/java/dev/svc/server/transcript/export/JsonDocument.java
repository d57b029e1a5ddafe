package dev.svc.server.transcript.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.TurnView;
import java.io.IOException;

/// `{session, turns: […]}`, a turn a line.
final class JsonDocument implements Document {
    private final ObjectMapper json;

    JsonDocument(ObjectMapper json) {
        this.json = json;
    }

    @Override
    public String begin(Head head, int turns) throws IOException {
        return "{\"session\":" + json.writeValueAsString(head) + ",\"turns\":[";
    }

    @Override
    public String turn(int index, Turn turn, Patience patience) throws IOException {
        return (index == 0 ? "\n" : ",\n") + json.writeValueAsString(TurnView.of(index, turn, false));
    }

    @Override
    public String end() {
        return "\n]}\n";
    }
}
