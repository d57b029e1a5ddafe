package dev.svc.server.metadata.event;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What became of a session that was to go on at a time. All but the first: nothing was sent to its program.
public enum ContinueResult {
    /// Journaled before the text is sent, so that it is never sent twice.
    SENT,
    /// The program asks something.
    QUESTION,
    /// Somebody had typed something that was not sent yet.
    TYPING,
    /// The program was at work already.
    WORKING,
    /// The session runs in a program that svc did not start.
    OUTSIDE,
    /// The program could not be started.
    NOT_STARTED,
    /// The program did not come to its prompt in time, or ended before.
    NO_PROMPT,
    /// svc did not run at that time, and for more than an hour after it.
    LATE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ContinueResult> find(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }
}
