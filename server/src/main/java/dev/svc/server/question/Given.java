package dev.svc.server.question;

/// What became of an answer that was given to a channel.
public enum Given {
    /// The program has said that it took it.
    TAKEN,
    /// It is on its way; what the program does next shows whether it arrived.
    SENT,
    /// The question was settled before.
    LATE,
    /// Something else is asked now; nothing was sent.
    CHANGED,
    /// It could not be sent, and the question is open still.
    NOT_SENT
}
