package dev.svc.server.http.gate;

/// What a request must bring before its route is entered. Every route names one.
///
/// @param login a valid login is needed
/// @param changesState the request must come from our own page: Origin, Sec-Fetch-Site and CSRF token are checked
/// @param whileChangePending stays open while a forced password change is pending
/// @param form a page without scripts may send it, with the token in a field
public record Policy(boolean login, boolean changesState, boolean whileChangePending, boolean form) {

    /// For everybody: the page's own files, health, the login pages.
    public static final Policy OPEN = new Policy(false, false, true, false);

    /// A form that is sent before there is a login.
    public static final Policy OPEN_FORM = new Policy(false, true, true, true);

    /// Needs a login, or a token that the route itself checks.
    public static final Policy TOKEN = new Policy(false, false, false, false);

    public static final Policy READ = new Policy(true, false, false, false);

    public static final Policy CHANGE = new Policy(true, true, false, false);

    /// What may be sent while a password change is pending: the change itself, and logging out.
    public static final Policy PENDING_FORM = new Policy(true, true, true, true);
}
