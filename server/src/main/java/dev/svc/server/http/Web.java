package dev.svc.server.http;

import io.helidon.http.Method;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsRouting;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The one table of routes, and the server that answers from it.
public final class Web {
    private static final int MAX_HEADERS = 16 << 10;
    private static final int MAX_FRAME = 1 << 20;
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofMinutes(5);

    private final List<Route> routes;
    private final List<SocketRoute> sockets;
    private final Gate gate;
    private final Page page;

    public Web(List<Route> routes, List<SocketRoute> sockets, Gate gate, Page page) {
        this.routes = List.copyOf(routes);
        this.sockets = List.copyOf(sockets);
        this.gate = gate;
        this.page = page;
    }

    /// Every route with its policy, in the order in which they are tried.
    public List<Route> routes() {
        return routes;
    }

    public List<SocketRoute> sockets() {
        return sockets;
    }

    /// How a server listens.
    ///
    /// @param maxBody bytes that any body may have; routes that take less check for themselves
    public record Listen(String host, int port, long maxBody, boolean https) {}

    public WebServer start(Listen listen) {
        return WebServer.builder()
                .host(listen.host())
                .port(listen.port())
                .shutdownHook(false)
                .shutdownGracePeriod(GRACE)
                .maxPayloadSize(listen.maxBody())
                .idleConnectionTimeout(IDLE)
                .backlog(1024)
                .connectionOptions(socket -> socket.tcpNoDelay(true).socketSendBufferSize(64 << 10))
                .directHandlers(Problems.direct())
                .addProtocol(Http1Config.builder().maxHeadersSize(MAX_HEADERS).build())
                .addProtocol(WsConfig.builder().maxFrameLength(MAX_FRAME).build())
                .addRouting(httpRouting(listen.https()))
                .addRouting(socketRouting())
                .build()
                .start();
    }

    private HttpRouting.Builder httpRouting(boolean https) {
        var routing = HttpRouting.builder();
        routing.addFilter(new AccessLog());
        routing.addFilter(new SecurityHeaders(https));
        Problems.register(routing);
        routes.forEach(route -> routing.route(route.method(), route.path(), gated(route)));
        sockets.forEach(socket -> routing.get(socket.path(), gated(upgradeExpected(socket))));
        knownPaths().forEach(path -> routing.any(path, otherMethod()));
        routing.any("/api/*", gated(new Route(Method.GET, "/api/*", Policy.READ, (request, response, visitor) -> {
            throw Problem.notFound("There is nothing at this address.");
        })));
        page.routes().forEach(route -> routing.route(route.method(), route.path(), gated(route)));
        return routing;
    }

    private WsRouting.Builder socketRouting() {
        var routing = WsRouting.builder();
        sockets.forEach(socket -> routing.endpoint(socket.path(), () -> new GatedSocket(socket, gate)));
        return routing;
    }

    private Handler gated(Route route) {
        return (request, response) ->
                route.answer().answer(request, response, gate.requireEntry(RequestHead.of(request), route.policy()));
    }

    /// What a socket's address answers to a plain request, and to an upgrade that was refused.
    private static Route upgradeExpected(SocketRoute socket) {
        return Route.get(socket.path(), socket.policy(), (request, response, visitor) -> {
            throw Problem.of(426, "upgrade", "This address takes WebSocket connections only.");
        });
    }

    private Handler otherMethod() {
        return gated(new Route(Method.GET, "", Policy.OPEN, (request, response, visitor) -> {
            throw Problem.of(405, "method", "This address does not take this method.");
        }));
    }

    private Set<String> knownPaths() {
        var paths = new LinkedHashSet<String>();
        routes.forEach(route -> paths.add(route.path()));
        return paths;
    }
}
