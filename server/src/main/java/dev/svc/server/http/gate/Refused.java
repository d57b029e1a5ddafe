package dev.svc.server.http.gate;

import dev.svc.server.http.connection.Connection;
import dev.svc.server.http.connection.SocketOutlet;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;

/// Accepts a socket only to send the reason why it ends, because a browser shows a refused upgrade as an unexplained
/// failure. Buffers no frame of it: Helidon would do so before asking anybody.
public record Refused(int code, String reason) implements WsListener {
    @Override
    public void onOpen(WsSession session) {
        session.close(code, SocketOutlet.shortened(reason));
        Connection.current().ifPresent(Connection::leave);
    }
}
