package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.call.NoAnswerException.Why;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Refused;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.http.session.FleetList.Place;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Gives the terminal socket the way to other hosts: one line for each page that looks at a session there.
public final class RemoteTerminals {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final List<String> TOLD = List.of("cols", "rows", "have", "tail", "viewer", "takeover");
    private static final int TRY_LATER = 1013;
    private static final int UNKNOWN = 4404;
    private static final int LOGGED_OUT = 4401;
    private static final int NOT_STARTED = 4500;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_FAILED = 500;

    /// Each may gather an unfinished frame.
    private static final int MOST = 256;

    private final FleetList list;
    private final Predicate<String> loginIsOpen;
    private final Set<RemoteTerminal> open = ConcurrentHashMap.newKeySet();

    /// Checks whether a new socket's login is still open, because it may have ended during the upgrade (a race).
    public RemoteTerminals(FleetList list, Predicate<String> loginIsOpen) {
        this.list = list;
        this.loginIsOpen = loginIsOpen;
    }

    /// The same route; a session of another host is shown by that host.
    public SocketRoute over(SocketRoute route) {
        return new SocketRoute(route.path(), route.policy(), (prologue, visitor) -> {
            var path = prologue.uriPath().path();
            var place = list.place(path.substring(path.lastIndexOf('/') + 1));
            return place.isPresent()
                    ? open(place.get(), prologue, visitor)
                    : route.opening().open(prologue, visitor);
        });
    }

    private WsListener open(Place place, HttpPrologue prologue, Visitor visitor) {
        if (open.size() >= MOST) {
            return new Refused(TRY_LATER, "Too many terminals of other hosts are open: close some of their tabs.");
        }
        if (prologue.query().first("bypass").isPresent()) {
            return new Refused(
                    NOT_STARTED, "A program that acts without asking is started on its own host, by a person there.");
        }
        var asked = Json.shared().createObjectNode();
        TOLD.forEach(name -> prologue.query().first(name).ifPresent(value -> asked.put(name, value)));
        return new RemoteTerminal(this, place.host(), visitor.login(), () -> connect(place, asked, visitor));
    }

    private Calling.Connected connect(Place place, ObjectNode asked, Visitor visitor) throws NoAnswerException {
        return list.fleet()
                .connect(
                        place.host(),
                        new Calling.Wish(
                                HostDeed.TERMINAL,
                                place.session(),
                                asked.toString(),
                                HostDesk.person(visitor),
                                PATIENCE));
    }

    /// How the socket closes where there is no line.
    static Refused refused(Reply reply) {
        var detail = reply.detail() == null ? "The other host could not do it." : reply.detail();
        return new Refused(reply.status() == NOT_FOUND ? UNKNOWN : code(reply.status()), detail);
    }

    static Refused refused(NoAnswerException none) {
        return new Refused(none.why() == Why.TOO_LARGE ? NOT_STARTED : TRY_LATER, none.sentence());
    }

    /// A page tries again by itself what may be better in a moment.
    private static int code(int status) {
        return status >= SERVER_FAILED ? TRY_LATER : NOT_STARTED;
    }

    void add(RemoteTerminal terminal) {
        open.add(terminal);
        var login = terminal.login();
        if (login != null && !loginIsOpen.test(login)) {
            endLogin(login);
        }
    }

    void remove(RemoteTerminal terminal) {
        open.remove(terminal);
    }

    /// A login has ended: its sockets end with it, the programs do not.
    public void endLogin(String login) {
        open.stream()
                .filter(it -> login.equals(it.login()))
                .forEach(it -> Thread.startVirtualThread(() -> it.end(LOGGED_OUT, "Log in again.")));
    }
}
