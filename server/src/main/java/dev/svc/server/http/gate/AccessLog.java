package dev.svc.server.http.gate;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.time.Duration;
import java.util.logging.Logger;

/// One line a request: method, path, status, time. Never a query, header or body, because those may hold secrets.
public final class AccessLog implements Filter {
    private static final Logger LOG = Logger.getLogger("access");

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        long start = System.nanoTime();
        try {
            chain.proceed();
        } finally {
            LOG.fine(() -> "%s %s %s %d %d ms"
                    .formatted(
                            request.remotePeer().host(),
                            request.prologue().method().text(),
                            harmless(request.path().path()),
                            response.status().code(),
                            Duration.ofNanos(System.nanoTime() - start).toMillis()));
        }
    }

    /// Paths come from strangers: nothing in one may forge a line or send control sequences to a terminal. A token is
    /// as
    /// good as a password, and is left out.
    private static String harmless(String path) {
        int token =
                path.startsWith("/shared/") ? "/shared/".length() : path.startsWith("/hook/") ? "/hook/".length() : 0;
        return (token == 0 ? path : path.substring(0, token) + "…")
                .codePoints()
                .limit(200)
                .map(c -> c < 0x20 || (c >= 0x7f && c < 0xa0) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
