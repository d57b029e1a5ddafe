package dev.svc.server.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.EngineKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Has stores looked at for sessions that are asked for by their ids and are not listed: they may have been written a
/// moment ago. However many ask for however many ids, that happens a few times a second, and less often where it costs
/// more.
final class Seeking {
    /// How long the question for a session that nobody knows may take.
    static final Duration PATIENCE = Duration.ofMillis(1_500);

    /// Between the beginnings of two looks, whatever stores they are at.
    static final Duration BETWEEN_ANY = Duration.ofMillis(250);

    /// From the end of a look at a store to the beginning of the next one.
    static final Duration BETWEEN = Duration.ofMillis(500);

    /// A store rests this many times as long as a look at it kept a processor busy.
    private static final int REST = 4;

    private static final Duration LONGEST_REST = Duration.ofSeconds(10);

    private final Function<EngineKey, CompletableFuture<Void>> look;
    private final Function<EngineKey, Duration> cost;
    private final LongSupplier nanos;
    private final Function<Duration, Executor> after;

    /// Pending looks. Callers that ask before a look begins share it.
    @GuardedBy("this")
    private final Map<EngineKey, CompletableFuture<Void>> planned = new HashMap<>();

    @GuardedBy("this")
    private final Map<EngineKey, CompletableFuture<Void>> running = new HashMap<>();

    @GuardedBy("this")
    private final Map<EngineKey, Long> rests = new HashMap<>();

    @GuardedBy("this")
    private long anyRest;

    /// @param look looks at a store now; done when the list shows what was found
    /// @param cost for how long the last look at a store kept a processor busy
    Seeking(Function<EngineKey, CompletableFuture<Void>> look, Function<EngineKey, Duration> cost) {
        this(
                look,
                cost,
                System::nanoTime,
                wait -> CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS));
    }

    /// @param nanos a clock
    /// @param after runs what it is given after a while
    Seeking(
            Function<EngineKey, CompletableFuture<Void>> look,
            Function<EngineKey, Duration> cost,
            LongSupplier nanos,
            Function<Duration, Executor> after) {
        this.look = look;
        this.cost = cost;
        this.nanos = nanos;
        this.after = after;
        this.anyRest = nanos.getAsLong();
    }

    /// Waits for a look that begins after this was asked, if there is one in time.
    void await(EngineKey engine) {
        try {
            look(engine).get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException unseen) {
            // what is listed decides
        }
    }

    /// A look that begins from now on; already over when it could not begin soon enough for anybody to wait for it.
    synchronized CompletableFuture<Void> look(EngineKey engine) {
        var next = planned.get(engine);
        if (next != null) {
            return next;
        }
        var now = running.get(engine);
        return now == null ? plan(engine) : now.thenCompose(_ -> look(engine));
    }

    @GuardedBy("this")
    private CompletableFuture<Void> plan(EngineKey engine) {
        long now = nanos.getAsLong();
        long wait = Math.max(0, Math.max(anyRest - now, rests.getOrDefault(engine, now) - now));
        if (wait > PATIENCE.toNanos()) {
            return CompletableFuture.completedFuture(null);
        }
        anyRest = now + wait + BETWEEN_ANY.toNanos();
        var next = new CompletableFuture<Void>();
        planned.put(engine, next);
        after.apply(Duration.ofNanos(wait)).execute(() -> begin(engine));
        return next;
    }

    private void begin(EngineKey engine) {
        var done = begun(engine);
        var _ = look.apply(engine).whenComplete((_, _) -> {
            ended(engine, cost.apply(engine));
            done.complete(null);
        });
    }

    private synchronized CompletableFuture<Void> begun(EngineKey engine) {
        var done = Objects.requireNonNull(planned.remove(engine));
        running.put(engine, done);
        return done;
    }

    private synchronized void ended(EngineKey engine, Duration cost) {
        long rest = Math.clamp(cost.multipliedBy(REST).toNanos(), BETWEEN.toNanos(), LONGEST_REST.toNanos());
        running.remove(engine);
        rests.put(engine, nanos.getAsLong() + rest);
    }
}
