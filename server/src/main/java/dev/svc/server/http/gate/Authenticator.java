package dev.svc.server.http.gate;

/// Identifies the login of a request.
public interface Authenticator {

    Entry enter(RequestHead head);

    /// Whether the request carries the CSRF token that belongs to what `enter` found.
    boolean holdsCsrfToken(RequestHead head, Entry entry);

    /// What the request's cookie proves.
    sealed interface Entry {
        /// No cookie, or one that is not valid (any more).
        record Stranger() implements Entry {}

        /// A valid login.
        public record Resident(Visitor visitor, boolean mustChangePassword) implements Entry {}
    }
}
