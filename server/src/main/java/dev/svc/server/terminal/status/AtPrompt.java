package dev.svc.server.terminal.status;

/// Whether a text can be sent to a program now; what was asked to be sent was sent only with [#READY].
public enum AtPrompt {
    /// It is at its prompt, where nothing stands that somebody has typed.
    READY,
    /// Its screen does not say yet.
    NOT_YET,
    /// It asks something.
    QUESTION,
    /// It is at work.
    WORKING,
    /// Somebody is typing, or has typed something that was not sent.
    TYPING,
    /// Its prompt does not show that it is empty: a text stands there that nobody typed here, such as one
    /// that the program has put back.
    FILLED,
    /// There is no such program any more.
    GONE
}
