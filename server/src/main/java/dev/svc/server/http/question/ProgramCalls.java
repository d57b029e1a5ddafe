package dev.svc.server.http.question;

import java.io.IOException;
import java.util.Optional;

/// Takes the calls of programs.
public interface ProgramCalls {

    /// Empty for a token that no running program has.
    Optional<Call> open(String token);

    /// One call.
    interface Call {
        /// What the program gets; waits until its question is settled.
        ///
        /// @throws IllegalArgumentException when the body is no call of the program
        String answer(String body) throws IOException, InterruptedException, ForeignSessionException;

        /// The program does not wait any more. May come at any time, from any thread.
        void hungUp();
    }

    /// A program spoke of a session that is not the one of its token.
    final class ForeignSessionException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
