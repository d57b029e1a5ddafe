package dev.svc.server.http.gate;

import dev.svc.server.http.connection.Connection;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import io.helidon.websocket.WsUpgradeException;
import java.util.Optional;

/// Wraps a socket's listener: refuses a cross-site page before the upgrade, a missing login right after it, because a
/// browser shows a refused upgrade only as an unexplained failure.
public final class GatedSocket implements WsListener {
    private final SocketRoute route;
    private final Gate gate;

    /// Set by the upgrade, which comes before everything else on the same thread.
    private WsListener admitted = new Refused(4401, "log in first");

    public GatedSocket(SocketRoute route, Gate gate) {
        this.route = route;
        this.gate = gate;
    }

    @Override
    public Optional<Headers> onHttpUpgrade(HttpPrologue prologue, Headers headers) throws WsUpgradeException {
        RequestHead head = RequestHead.ofUpgrade(headers);
        try {
            gate.requireOurPlace(head, route.policy());
        } catch (Problem foreign) {
            // The request then falls to the route of the same path, which refuses it with 403 for the same reason.
            throw new WsUpgradeException(foreign.code());
        }
        admitted = admit(prologue, head);
        return Optional.empty();
    }

    private WsListener admit(HttpPrologue prologue, RequestHead head) {
        try {
            Visitor visitor = gate.requireVisitor(head, route.policy());
            Connection.current().ifPresent(Connection::showedLogin);
            return route.opening().open(prologue, visitor);
        } catch (Problem refused) {
            return switch (refused.code()) {
                case "unauthenticated" -> new Refused(4401, "log in first");
                case "scope" -> new Refused(4403, "this token may not do that");
                case "rate_limited" -> new Refused(4403, "too many attempts");
                default -> new Refused(4403, "password change required");
            };
        }
    }

    @Override
    public void onOpen(WsSession session) {
        Connection.current().ifPresent(Connection::becameSocket);
        admitted.onOpen(session);
    }

    @Override
    public void onMessage(WsSession session, String text, boolean last) {
        admitted.onMessage(session, text, last);
    }

    @Override
    public void onMessage(WsSession session, BufferData buffer, boolean last) {
        admitted.onMessage(session, buffer, last);
    }

    @Override
    public void onPing(WsSession session, BufferData buffer) {
        admitted.onPing(session, buffer);
    }

    @Override
    public void onPong(WsSession session, BufferData buffer) {
        admitted.onPong(session, buffer);
    }

    @Override
    public void onClose(WsSession session, int status, String reason) {
        admitted.onClose(session, status, reason);
    }

    @Override
    public void onError(WsSession session, Throwable failure) {
        admitted.onError(session, failure);
    }
}
