package dev.svc.server.http;

import dev.svc.server.http.connection.Answered;
import dev.svc.server.http.connection.Connection;
import dev.svc.server.http.connection.Connections;
import dev.svc.server.http.connection.Crowd;
import dev.svc.server.http.connection.Deadlines;
import dev.svc.server.http.connection.Framing;
import dev.svc.server.http.connection.SocketUpgrade;
import dev.svc.server.http.connection.WatchedSelector;
import dev.svc.server.http.gate.AccessLog;
import dev.svc.server.http.gate.ClientDisconnect;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.GatedSocket;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.SecurityHeaders;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.term.TermSocket;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsRouting;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The one table of routes, and the server that answers from it.
public final class Web {
    private static final int MAX_HEADERS = 16 << 10;

    /// Twice what a socket takes, so that the socket itself can refuse a frame with its own code; larger ones are cut.
    private static final int MAX_FRAME = 2 * TermSocket.MAX_MESSAGE;

    /// Grace period for requests in flight at shutdown.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final List<Route> routes;
    private final List<SocketRoute> sockets;
    private final Gate gate;
    private final AppPage page;

    public Web(List<Route> routes, List<SocketRoute> sockets, Gate gate, AppPage page) {
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

    /// Listens with as many connections as this process may have, from wherever they come.
    public Optional<WebServer> start(Listen listen) {
        return start(listen, new Connections(Deadlines.ordinary(), Crowd.of(Long.MAX_VALUE), peer -> true));
    }

    /// Empty when the address cannot be bound.
    public Optional<WebServer> start(Listen listen, Connections connections) {
        var sockets = WsConfig.builder().maxFrameLength(MAX_FRAME).build();
        WebServer server = WebServer.builder()
                .host(listen.host())
                .port(listen.port())
                .shutdownHook(false)
                .shutdownGracePeriod(GRACE)
                .maxPayloadSize(listen.maxBody())
                .backlog(4096)
                .connectionOptions(socket -> socket.tcpNoDelay(true).socketSendBufferSize(64 << 10))
                .directHandlers(Problems.direct())
                .protocolsDiscoverServices(false)
                .addProtocol(sockets)
                .addConnectionSelector(new WatchedSelector(http(sockets), connections))
                .addRouting(httpRouting(listen.https()))
                .addRouting(socketRouting())
                .build()
                .start();
        // A failing listener only logs; the server would then run without one.
        return Optional.of(server).filter(WebServer::isRunning);
    }

    private static Http1ConnectionSelector http(WsConfig sockets) {
        var http = Http1Config.builder()
                .maxHeadersSize(MAX_HEADERS)
                .addReceiveListener(new Framing())
                .build();
        return Http1ConnectionSelector.builder()
                .config(http)
                .putUpgrader("websocket", new SocketUpgrade(sockets))
                .build();
    }

    HttpRouting.Builder httpRouting(boolean https) {
        var routing = HttpRouting.builder();
        routing.addFilter(new Answered());
        routing.addFilter(new AccessLog());
        routing.addFilter(new SecurityHeaders(https));
        Problems.register(routing);
        routes.forEach(route -> routing.route(route.method(), route.path(), gated(route)));
        sockets.forEach(socket -> routing.get(socket.path(), upgradeExpected(socket)));
        knownPaths().forEach(path -> routing.any(path, otherMethod(path)));
        routing.any("/api/*", gated(new Route(Method.GET, "/api/*", Policy.READ, (request, response, visitor) -> {
            throw Problem.notFound("There is nothing at this address.");
        })));
        page.routes().forEach(route -> routing.route(route.method(), route.path(), gated(route)));
        return routing;
    }

    WsRouting.Builder socketRouting() {
        var routing = WsRouting.builder();
        sockets.forEach(socket -> routing.endpoint(socket.path(), () -> new GatedSocket(socket, gate)));
        return routing;
    }

    private Handler gated(Route route) {
        return (request, response) -> {
            RequestHead head = RequestHead.of(request);
            gate.requireOurPlace(head, route.policy());
            Visitor visitor = gate.requireVisitor(withToken(head, request, route.policy()), route.policy());
            if (visitor.name() != null) {
                Connection.current().ifPresent(Connection::showedLogin);
            }
            answer(route, request, response, visitor);
        };
    }

    private static void answer(Route route, ServerRequest request, ServerResponse response, Visitor visitor)
            throws Exception {
        try {
            route.answer().answer(request, response, visitor);
        } catch (InterruptedException stopping) {
            throw new CloseConnectionException("The server stops.", stopping);
        } catch (Exception failed) {
            if (ClientDisconnect.isBehind(failed)) {
                throw new CloseConnectionException("The client has gone.", failed);
            }
            throw failed;
        }
    }

    /// A form has no headers of its own: its token is in a field.
    private static RequestHead withToken(RequestHead head, ServerRequest request, Policy policy) {
        return policy.form() && head.csrfToken() == null
                ? FormFields.of(request)
                        .map(form -> head.withCsrfToken(form.find(FormFields.CSRF_FIELD)))
                        .orElse(head)
                : head;
    }

    /// A socket's address answers this to a plain request, and to an upgrade refused for its origin.
    private Handler upgradeExpected(SocketRoute socket) {
        return (request, response) -> {
            boolean upgrade = request.headers()
                    .value(HeaderNames.UPGRADE)
                    .filter("websocket"::equalsIgnoreCase)
                    .isPresent();
            RequestHead head = upgrade ? RequestHead.ofUpgrade(request.headers()) : RequestHead.of(request);
            gate.requireOurPlace(head, socket.policy());
            throw Problem.of(426, "upgrade", "This address takes WebSocket connections only.");
        };
    }

    private Handler otherMethod(String path) {
        Policy policy = path.startsWith("/api/") ? Policy.READ : Policy.OPEN;
        return gated(new Route(Method.GET, path, policy, (request, response, visitor) -> {
            throw Problem.of(405, "method", "This address does not take this method.");
        }));
    }

    private Set<String> knownPaths() {
        var paths = new LinkedHashSet<String>();
        routes.forEach(route -> paths.add(route.path()));
        return paths;
    }
}
