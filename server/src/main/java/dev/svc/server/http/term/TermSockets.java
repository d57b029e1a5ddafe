package dev.svc.server.http.term;

import dev.svc.server.auth.token.Scope;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Refused;
import dev.svc.server.http.gate.SocketRoute;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.Terminals;
import dev.svc.shared.vital.Vital;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsListener;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// All open terminal sockets: opens and supervises them, and closes those of a login or all.
public final class TermSockets implements Closeable {
    private static final Duration LOOK = Duration.ofSeconds(2);
    /// Time for a page to answer the close frame; a healthy one does so at once.
    private static final Duration ANSWER = Duration.ofMillis(500);

    /// All of them together gather 128 MiB of unfinished frames at most, a quarter of the memory.
    private static final int MOST = 1_024;

    /// An echo that takes longer is not svc's to hurry.
    private static final Duration ECHO = Duration.ofMillis(100);

    private static final int STOPPING = 1001;
    private static final int TRY_LATER = 1013;
    private static final int LOGGED_OUT = 4401;
    private static final int MALFORMED = 4413;
    private static final int NOT_STARTED = 4500;
    private static final String UNPROVEN =
            "A program that acts without asking is started by a person who has just proven to be there.";

    private final Terminals terminals;
    private final Engines engines;
    private final Predicate<String> loginIsOpen;
    private final Predicate<Visitor> mayBypass;
    private final int most;
    private final Set<TermSocket> open = ConcurrentHashMap.newKeySet();
    private final Thread watch;
    private volatile boolean stopping;
    private volatile long keyed;

    /// Checks whether a new socket's login is still open, because it may have ended during the upgrade (a race).
    ///
    /// @param mayBypass who may start programs that act without asking
    public TermSockets(
            Terminals terminals, Engines engines, Predicate<String> loginIsOpen, Predicate<Visitor> mayBypass) {
        this(terminals, engines, loginIsOpen, mayBypass, MOST);
    }

    TermSockets(
            Terminals terminals,
            Engines engines,
            Predicate<String> loginIsOpen,
            Predicate<Visitor> mayBypass,
            int most) {
        this.terminals = terminals;
        this.engines = engines;
        this.loginIsOpen = loginIsOpen;
        this.mayBypass = mayBypass;
        this.most = most;
        this.watch = Vital.virtual("socket watch").start(this::watch);
    }

    public SocketRoute route() {
        return new SocketRoute(TermQuery.PREFIX + "{sid}", Policy.READ.forTokens(Scope.DRIVE), this::admit);
    }

    private WsListener admit(HttpPrologue prologue, Visitor visitor) {
        if (stopping) {
            return new Refused(STOPPING, "The server is stopping; the program lives on.");
        }
        if (open.size() >= most) {
            return new Refused(TRY_LATER, "Too many terminals are open in browsers: close some of their tabs.");
        }
        Optional<AttachRequest> opening;
        try {
            opening = TermQuery.read(prologue, engines);
        } catch (IllegalArgumentException malformed) {
            return new Refused(MALFORMED, "The address asks for something that is not known here.");
        }
        if (opening.filter(AttachRequest::bypass).isPresent() && !mayBypass.test(visitor)) {
            if (!terminals.isLive(opening.get().session())) {
                return new Refused(NOT_STARTED, UNPROVEN);
            }
            opening = opening.map(AttachRequest::withoutBypass); // it was started by somebody who might
        }
        return new TermSocket(this, opening, visitor.login());
    }

    Terminals terminals() {
        return terminals;
    }

    void add(TermSocket socket) {
        open.add(socket);
        String login = socket.login();
        if (login != null && !loginIsOpen.test(login)) {
            endLogin(login);
        }
    }

    void remove(TermSocket socket) {
        open.remove(socket);
    }

    /// Somebody has typed.
    void keyed() {
        keyed = System.nanoTime();
    }

    /// Whether somebody typed a moment ago and waits for the echo.
    public boolean awaitsEcho() {
        return keyed != 0 && System.nanoTime() - keyed < ECHO.toNanos();
    }

    /// How many sockets are open.
    public int count() {
        return open.size();
    }

    /// A login has ended: its sockets end with it, the programs do not.
    public void endLogin(String login) {
        open.stream()
                .filter(socket -> login.equals(socket.login()))
                .forEach(socket -> Thread.startVirtualThread(() -> socket.end(LOGGED_OUT, "Log in again.")));
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                open.forEach(TermSocket::check);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// On shutdown every client gets a close code that makes it wait and reconnect. New ones are refused from here on.
    @Override
    public void close() {
        stopping = true;
        watch.interrupt();
        var ending = List.copyOf(open).stream()
                .map(socket -> Thread.ofPlatform().daemon().name("last word").start(() -> stop(socket)))
                .toList();
        for (var thread : ending) {
            try {
                thread.join(LOOK);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void stop(TermSocket socket) {
        try {
            socket.stop(ANSWER);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
