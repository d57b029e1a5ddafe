package dev.svc.server;

import dev.svc.server.session.SessionId;
import dev.svc.server.transcript.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The end of a conversation as the review reads it.
final class TranscriptTail implements Reviewing.Texts.Tail {
    private final Transcript transcript;

    TranscriptTail(Transcript transcript) {
        this.transcript = transcript;
    }

    @Override
    public String of(SessionId session, int characters) {
        try {
            return transcript.tail(session, characters);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
