package dev.svc.server.wiring.continuing;

import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.status.AtPrompt;
import org.jspecify.annotations.Nullable;

/// The programs of sessions, as far as they can be told to go on.
public interface Continuable {

    /// Has the session's program run.
    Start start(SessionId session);

    /// Whether a text can be sent to it now.
    AtPrompt look(SessionId session);

    /// Puts a text at its prompt.
    AtPrompt paste(SessionId session, String text);

    /// Sends what was pasted; [AtPrompt#NOT_YET] until the program has shown it.
    AtPrompt enter(SessionId session);

    /// What became of a start.
    sealed interface Start {
        /// It ran already.
        record Ran() implements Start {}

        /// It runs since now, and has to come to its prompt.
        record Began() implements Start {}

        /// It does not run under svc.
        ///
        /// @param why as a sentence; null where the result says enough
        record Refused(ContinueResult result, @Nullable String why) implements Start {}
    }
}
