package dev.svc.server.http.gate;

import dev.svc.server.http.connection.Connection;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;

/// Accepts a socket only to say why it ends, because a browser shows a refused upgrade as an unexplained failure. No
/// frame of it is gathered: Helidon would do so before anybody is asked.
public record Refused(int code, String reason) implements WsListener {
    @Override
    public void onOpen(WsSession session) {
        session.close(code, reason);
        Connection.current().ifPresent(Connection::leave);
    }
}
