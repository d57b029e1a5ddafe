package dev.svc.server.transcript.export;

import dev.svc.server.session.Turn;
import dev.svc.server.texts.Patience;
import java.io.IOException;

/// One document, piece by piece: its head, its turns in their order, its end. The pieces of turns are made by workers.
interface Document {
    String begin(Head head, int turns) throws IOException;

    /// One turn with everything in it.
    ///
    /// @param patience for Markdown; without it everything is plain text
    String turn(int index, Turn turn, Patience patience) throws IOException;

    String end();
}
