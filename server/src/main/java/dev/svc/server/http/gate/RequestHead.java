package dev.svc.server.http.gate;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The inputs of the gate: the same for a request and for a socket's upgrade.
///
/// A header that came twice is joined, so that it matches no allowed value.
public record RequestHead(
        @Nullable String host,
        @Nullable String origin,
        @Nullable String referer,
        @Nullable String fetchSite,
        @Nullable String cookies,
        @Nullable String csrfToken,
        @Nullable String bearer,
        @Nullable String forwardedFor,
        @Nullable String peer,
        boolean socket) {

    private static final String BEARER = "Bearer ";
    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
    private static final HeaderName CSRF_TOKEN = HeaderNames.create("X-CSRF-Token");

    public static RequestHead of(ServerRequest request) {
        return of(request.headers(), request.remotePeer().host(), false);
    }

    public static RequestHead ofUpgrade(Headers headers) {
        return of(headers, null, true);
    }

    /// The same with the token that a form carried in a field.
    public RequestHead withCsrfToken(@Nullable String token) {
        return new RequestHead(host, origin, referer, fetchSite, cookies, token, bearer, forwardedFor, peer, socket);
    }

    private static RequestHead of(Headers headers, @Nullable String peer, boolean socket) {
        return new RequestHead(
                joined(headers, HeaderNames.HOST, ", "),
                joined(headers, HeaderNames.ORIGIN, ", "),
                joined(headers, HeaderNames.REFERER, ", "),
                joined(headers, FETCH_SITE, ", "),
                joined(headers, HeaderNames.COOKIE, "; "),
                joined(headers, CSRF_TOKEN, ", "),
                bearer(joined(headers, HeaderNames.AUTHORIZATION, ", ")),
                joined(headers, HeaderNames.X_FORWARDED_FOR, ", "),
                peer,
                socket);
    }

    /// What follows the word `Bearer`; null for every other way to prove something, which may be a proxy's.
    private static @Nullable String bearer(@Nullable String authorization) {
        return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : null;
    }

    private static @Nullable String joined(Headers headers, HeaderName name, String separator) {
        List<String> values = headers.all(name, List::of);
        return values.isEmpty() ? null : String.join(separator, values);
    }
}
