package dev.svc.server.http.share;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.share.Shares;
import dev.svc.server.transcript.export.ChosenTurns;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/// The one address for people without a login. What it shows cannot run, load, send or be framed, and has no part in
/// the origin of svc's own page. A link that leads nowhere is answered alike, whatever the reason.
public final class SharedPageRoute {
    static final String PATH = "/shared/";

    private static final List<Header> HEADERS = List.of(
            header(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src '" + ChosenTurns.style()
                            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"),
            header("Content-Type", "text/html; charset=utf-8"),
            header("Referrer-Policy", "no-referrer"),
            header("X-Robots-Tag", "noindex, nofollow, noarchive"),
            header("X-Frame-Options", "DENY"));

    private static final byte[] NOWHERE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Nothing is shared here</title>
            </head>
            <body>
            <main>
            <h1>Nothing is shared here</h1>
            <p>The link is mistyped, has expired, or was taken back. Ask who sent it for another one.</p>
            </main>
            </body>
            </html>
            """.getBytes(UTF_8);

    private final Shares shares;

    public SharedPageRoute(Shares shares) {
        this.shares = shares;
    }

    public List<Route> routes() {
        return List.of(Route.get(PATH + "{token}", Policy.OPEN, this::show));
    }

    private void show(ServerRequest request, ServerResponse response, Visitor visitor) {
        var page = shares.find(request.path().pathParameters().get("token"));
        HEADERS.forEach(response.headers()::set);
        response.headers().set(HeaderNames.CACHE_CONTROL, "no-store");
        response.status(page.isPresent() ? 200 : 404);
        response.send(page.orElse(NOWHERE));
    }

    private static Header header(String name, String value) {
        return HeaderValues.createCached(HeaderNames.create(name), value);
    }
}
