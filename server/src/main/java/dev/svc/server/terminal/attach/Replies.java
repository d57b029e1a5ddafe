package dev.svc.server.terminal.attach;

/// What a server says to commands of this host; all of it JSON.
public interface Replies {

    /// The open questions.
    ///
    /// @param session whose; empty for all
    String questions(String session);

    /// What became of an answer.
    String answer(String wish);

    /// Where the API is, and a token that opens it to whoever may use this socket.
    String access();
}
