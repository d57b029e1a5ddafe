package dev.svc.server.auth;

/// The result of an attempt to sign in.
public sealed interface SignInOutcome {

    /// Signed in.
    ///
    /// @param cookie the value for the session cookie
    record Entered(String cookie) implements SignInOutcome {
        @Override
        public String toString() {
            return "entered"; // never the cookie: this may reach a log
        }
    }

    /// The password was right, a code is still needed.
    ///
    /// @param cookie the value for the pre-auth cookie
    record CodeNeeded(String cookie) implements SignInOutcome {
        @Override
        public String toString() {
            return "code needed";
        }
    }

    /// Wrong, without saying which half.
    record Refused() implements SignInOutcome {}

    /// The five minutes or the five tries are over: start with the password again.
    record StartAgain() implements SignInOutcome {}
}
