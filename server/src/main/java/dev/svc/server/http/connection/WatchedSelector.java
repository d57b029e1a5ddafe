package dev.svc.server.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Puts every connection under the watch of [Connections] before a byte of it is read. It must be the only selector:
/// with several, Helidon reads before asking them.
public final class WatchedSelector implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final Connections connections;

    public WatchedSelector(ServerConnectionSelector http, Connections connections) {
        this.http = http;
        this.connections = connections;
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        Optional<Connection> admitted = connections.admit(peer(context), context.serverSocket()::close);
        return admitted.<ServerConnection>map(connection -> watched(context, connection))
                .orElseGet(() -> new TurnedAway(context));
    }

    private ServerConnection watched(ConnectionContext context, Connection connection) {
        var reader = new StrictReader(context.serverSocket(), connection);
        connection.readsFrom(reader::client);
        return new Watched(http.connection(new WatchedContext(context, reader)), connection, connections);
    }

    private static InetAddress peer(ConnectionContext context) {
        return context.remotePeer().address() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    private record Watched(ServerConnection http, Connection connection, Connections connections)
            implements ServerConnection {
        @Override
        public void handle(Limit limit) throws InterruptedException {
            try {
                connection.serve(() -> http.handle(limit));
            } finally {
                connections.left(connection);
            }
        }

        @Override
        public Duration idleTime() {
            return http.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            http.close(interrupt);
        }
    }

    /// Answers that there is no room.
    private record TurnedAway(ConnectionContext context) implements ServerConnection {
        private static final byte[] ANSWER =
                "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);

        @Override
        public void handle(Limit limit) {
            context.dataWriter().writeNow(BufferData.create(ANSWER));
        }

        @Override
        public Duration idleTime() {
            return Duration.ZERO;
        }

        @Override
        public void close(boolean interrupt) {
            context.serverSocket().close();
        }
    }
}
