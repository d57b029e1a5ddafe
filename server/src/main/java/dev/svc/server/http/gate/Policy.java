package dev.svc.server.http.gate;

import dev.svc.server.auth.token.Scope;
import org.jspecify.annotations.Nullable;

/// What a request must bring before its route is entered. Every route names one.
///
/// @param login a valid login is needed
/// @param changesState the request must come from our own page: Origin, Sec-Fetch-Site and CSRF token are checked
/// @param whileChangePending stays open while a forced password change is pending
/// @param form a page without scripts may send it, with the token in a field
/// @param scope what an API token needs instead of all that; null where none opens it
public record Policy(
        boolean login,
        boolean changesState,
        boolean whileChangePending,
        boolean form,
        @Nullable Scope scope) {

    /// For everybody: the page's own files, health, the login pages.
    public static final Policy OPEN = new Policy(false, false, true, false, null);

    /// A form that is sent before there is a login.
    public static final Policy OPEN_FORM = new Policy(false, true, true, true, null);

    /// Needs a login, or a token that the route itself checks.
    public static final Policy TOKEN = new Policy(false, false, false, false, null);

    public static final Policy READ = new Policy(true, false, false, false, null);

    public static final Policy CHANGE = new Policy(true, true, false, false, null);

    /// The same for programs as well, which bring a token that may read.
    public static final Policy API_READ = READ.forTokens(Scope.READ);

    /// For programs as well that may change what svc knows of sessions.
    public static final Policy API_ORGANISE = CHANGE.forTokens(Scope.ORGANISE);

    /// For programs as well that may type into others, start and end them.
    public static final Policy API_DRIVE = CHANGE.forTokens(Scope.DRIVE);

    /// What may be sent while a password change is pending: the change itself, and logging out.
    public static final Policy PENDING_FORM = new Policy(true, true, true, true, null);

    /// The same for those who bring a token with this scope.
    public Policy forTokens(Scope needed) {
        return new Policy(login, changesState, whileChangePending, form, needed);
    }
}
