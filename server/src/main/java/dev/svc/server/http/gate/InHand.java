package dev.svc.server.http.gate;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts the requests that somebody waits for, so that work in the background can wait for them.
public final class InHand {
    private final AtomicInteger count = new AtomicInteger();

    public boolean isAny() {
        return count.get() > 0;
    }

    /// The same routes, counted while they are answered. Not for streams, which nobody waits for.
    public List<Route> counted(List<Route> routes) {
        return routes.stream().map(this::counted).toList();
    }

    private Route counted(Route route) {
        return new Route(
                route.method(),
                route.path(),
                route.policy(),
                (request, response, visitor) -> count(() -> route.answer().answer(request, response, visitor)));
    }

    /// What is counted while it goes on.
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    void count(Step step) throws Exception {
        count.incrementAndGet();
        try {
            step.run();
        } finally {
            count.decrementAndGet();
        }
    }
}
