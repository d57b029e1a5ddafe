package dev.svc.server.http.gate;

import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsListener;

/// One socket of the route table.
public record SocketRoute(String path, Policy policy, Opening opening) {

    /// Makes the listener of one admitted connection.
    @FunctionalInterface
    public interface Opening {
        WsListener open(HttpPrologue prologue, Visitor visitor);
    }
}
