package dev.svc.server.http.gate;

/// Knows whose login a request carries.
public interface Authenticator {

    Entry enter(RequestHead head);

    /// Whether the request carries the CSRF token that belongs to what `enter` found.
    boolean holdsCsrfToken(RequestHead head, Entry entry);

    /// What the request's cookie is worth.
    sealed interface Entry {
        /// No cookie, or one that is worth nothing (any more).
        record Stranger() implements Entry {}

        /// A valid login.
        public record Resident(Visitor visitor, boolean mustChangePassword) implements Entry {}
    }
}
