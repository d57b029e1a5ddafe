package dev.svc.server.http.connection;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsUpgrader;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Makes a connection a WebSocket. Invalid frames end it: Helidon would answer them like a failed request, with a 500
/// between the frames and a stack trace in the log.
public final class SocketUpgrade implements Http1Upgrader {
    private final Http1Upgrader upgrader;

    public SocketUpgrade(WsConfig config) {
        this.upgrader = WsUpgrader.create(config);
    }

    @Override
    public String supportedProtocol() {
        return upgrader.supportedProtocol();
    }

    @Override
    public @Nullable ServerConnection upgrade(
            ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
        @Nullable ServerConnection socket = upgrader.upgrade(context, prologue, headers);
        return socket == null ? null : new Framed(socket);
    }

    private record Framed(ServerConnection socket) implements ServerConnection {
        @Override
        public void handle(Limit limit) throws InterruptedException {
            try {
                socket.handle(limit);
            } catch (IllegalArgumentException | IllegalStateException noFrame) {
                throw new CloseConnectionException("A frame is not understood.", noFrame);
            }
        }

        @Override
        public Duration idleTime() {
            return socket.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            socket.close(interrupt);
        }
    }
}
