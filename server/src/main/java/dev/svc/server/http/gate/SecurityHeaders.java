package dev.svc.server.http.gate;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;

/// Restricts the browser for every answer.
public final class SecurityHeaders implements Filter {
    /// Inline style only because the terminal needs it.
    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'");

    private static final List<Header> ALWAYS = List.of(
            header("Content-Security-Policy", POLICY),
            header("X-Content-Type-Options", "nosniff"),
            header("Referrer-Policy", "same-origin"),
            header("Cross-Origin-Opener-Policy", "same-origin"),
            header("Cross-Origin-Resource-Policy", "same-origin"),
            header(
                    "Permissions-Policy",
                    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"));

    private static final Header NO_STORE = header("Cache-Control", "no-store");
    private static final Header HSTS = header("Strict-Transport-Security", "max-age=31536000");

    private final boolean https;

    public SecurityHeaders(boolean https) {
        this.https = https;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        addTo(response.headers(), request.path().path());
        if (https) {
            response.headers().set(HSTS);
        }
        chain.proceed();
    }

    /// Forbids caching, unless the route says otherwise.
    public static void addTo(ServerResponseHeaders headers, String path) {
        ALWAYS.forEach(headers::set);
        if (!path.startsWith("/assets/")) {
            headers.set(NO_STORE);
        }
    }

    private static Header header(String name, String value) {
        return HeaderValues.createCached(HeaderNames.create(name), value);
    }
}
