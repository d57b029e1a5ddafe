package dev.svc.server.http.gate;

import dev.svc.server.auth.token.Scope;
import java.util.Set;

/// Identifies who sends a request.
public interface Authenticator {

    Entry enter(RequestHead head);

    /// Whether the request carries the CSRF token that belongs to what `enter` found.
    boolean holdsCsrfToken(RequestHead head, Entry entry);

    /// Who brings this token; throws the [Problem] that says why nobody does. Without tokens, that is everybody.
    default Program program(RequestHead head, String token) {
        throw Problem.unauthenticated();
    }

    /// A program with a token that holds.
    record Program(Visitor visitor, Set<Scope> scopes) {}

    /// What the request's cookie proves.
    sealed interface Entry {
        /// No cookie, or one that is not valid (any more).
        record Stranger() implements Entry {}

        /// A valid login.
        public record Resident(Visitor visitor, boolean mustChangePassword) implements Entry {}
    }
}
