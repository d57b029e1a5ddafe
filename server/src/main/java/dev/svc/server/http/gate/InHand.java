package dev.svc.server.http.gate;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps the requests in hand, so that background work yields to them.
public final class InHand {
    /// Guards itself.
    private final Set<Held> held = ConcurrentHashMap.newKeySet();

    /// A request that is being answered.
    ///
    /// @param route by its method and the pattern of its path: nothing of what the client sent
    /// @param thread that answers it
    /// @param since by the clock of [System#nanoTime]
    record Held(String route, Thread thread, long since) {}

    public boolean isAny() {
        return !held.isEmpty();
    }

    Collection<Held> all() {
        return List.copyOf(held);
    }

    /// The same routes, counted while they are answered. Not for streams, which nobody waits for.
    public List<Route> counted(List<Route> routes) {
        return routes.stream().map(this::counted).toList();
    }

    private Route counted(Route route) {
        var name = route.method().text() + ' ' + route.path();
        return new Route(
                route.method(),
                route.path(),
                route.policy(),
                (request, response, visitor) -> hold(name, () -> route.answer().answer(request, response, visitor)));
    }

    /// What is counted while it goes on.
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    void hold(String route, Step step) throws Exception {
        var now = new Held(route, Thread.currentThread(), System.nanoTime());
        held.add(now);
        try {
            step.run();
        } finally {
            held.remove(now);
        }
    }
}
