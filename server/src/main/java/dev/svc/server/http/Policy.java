package dev.svc.server.http;

/// What a request must bring before its route is entered. Every route names one.
///
/// @param login a valid login is needed
/// @param changesState the request must come from our own page: Origin, Sec-Fetch-Site and CSRF token are checked
/// @param whileChangePending stays open while a forced password change is pending
public record Policy(boolean login, boolean changesState, boolean whileChangePending) {

    /// For everybody: the page's own files, health, the login pages.
    public static final Policy OPEN = new Policy(false, false, true);

    /// A form that is sent before there is a login.
    public static final Policy OPEN_CHANGE = new Policy(false, true, true);

    public static final Policy READ = new Policy(true, false, false);

    public static final Policy CHANGE = new Policy(true, true, false);

    /// Reading and sending the forced password change itself.
    public static final Policy PENDING_READ = new Policy(true, false, true);

    public static final Policy PENDING_CHANGE = new Policy(true, true, true);
}
