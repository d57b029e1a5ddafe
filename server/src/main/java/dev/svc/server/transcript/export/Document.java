package dev.svc.server.transcript.export;

import dev.svc.server.session.Turn;
import java.io.IOException;

/// One document under way: its head, its turns in their order, its end.
interface Document {
    void begin(Head head, int turns) throws IOException;

    void turn(int index, Turn turn) throws IOException;

    void end() throws IOException;
}
