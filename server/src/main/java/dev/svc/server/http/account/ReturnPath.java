package dev.svc.server.http.account;

import io.helidon.webserver.http.ServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The page to return to after the login: an address of this server, never another's.
record ReturnPath(String path) {
    private static final String FIELD = "next";

    private static final ReturnPath START = new ReturnPath("/");
    private static final int LONGEST = 2_000;

    static ReturnPath of(ServerRequest request) {
        return of(request.query().first(FIELD).orElse(null));
    }

    /// A path of printable ASCII that begins with one slash; anything else is the start page. A second slash or a
    /// backslash would make a browser read a host name.
    static ReturnPath of(@Nullable String text) {
        return text != null && isOurs(text) ? new ReturnPath(text) : START;
    }

    private static boolean isOurs(String text) {
        return text.length() <= LONGEST
                && text.matches("/([^/\\\\].*)?")
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\');
    }

    /// The address of a login page that remembers it.
    String on(String page) {
        return equals(START) ? page : page + "?" + FIELD + "=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    }
}
