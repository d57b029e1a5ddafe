package dev.svc.server.wiring.review;

import dev.svc.server.session.SessionId;
import dev.svc.server.transcript.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The end of a conversation as the review reads it.
public final class TranscriptTail implements Reviewing.Texts.Tail {
    private final Transcript transcript;

    public TranscriptTail(Transcript transcript) {
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
