package dev.svc.server.terminal.attach;

/// What a server says to terminals of this host about questions of programs; all of it JSON.
public interface Replies {

    /// The open questions.
    ///
    /// @param session whose; empty for all
    String questions(String session);

    /// What became of an answer.
    String answer(String wish);
}
