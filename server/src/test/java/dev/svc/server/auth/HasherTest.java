package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HasherTest {
    private final Hasher hasher = new Hasher();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        hasher.close();
        callers.close();
    }

    @Test
    void one_hash_is_computed_at_a_time() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var asked = new ArrayList<Future<Boolean>>();
        for (int i = 0; i < Hasher.QUEUE; i++) {
            asked.add(callers.submit(() -> hasher.compute(Duration.ZERO, () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Waiting.pause();
                running.decrementAndGet();
                return true;
            })));
        }
        for (Future<Boolean> answer : asked) {
            assertThat(answer.get()).isTrue();
        }
        assertThat(most).hasValue(1);
        assertThat(hasher.computed()).isEqualTo(Hasher.QUEUE);
    }

    @Test
    void who_never_guessed_wrong_goes_before_those_who_did() throws Exception {
        var order = Collections.synchronizedList(new ArrayList<String>());
        occupy();
        Future<Boolean> guesser = queue(Duration.ofSeconds(10), "guesser", order);
        awaitQueued(1);
        Future<Boolean> admin = queue(Duration.ZERO, "admin", order);
        awaitQueued(2);
        release.countDown();
        guesser.get();
        admin.get();
        assertThat(order).containsExactly("admin", "guesser");
    }

    @Test
    void a_full_queue_turns_away_the_largest_debt_and_never_a_smaller_one() throws Exception {
        occupy();
        var guessers = new ArrayList<Future<Boolean>>();
        for (int i = 1; i <= Hasher.QUEUE; i++) {
            guessers.add(queue(Duration.ofSeconds(5L * i), "guesser", new ArrayList<>()));
            awaitQueued(i);
        }
        Future<Boolean> admin = queue(Duration.ZERO, "admin", new ArrayList<>());
        assertThatThrownBy(guessers.getLast()::get).hasCauseInstanceOf(TooManyAttemptsException.class);
        release.countDown();
        assertThat(admin.get()).isTrue();
    }

    @Test
    void a_failing_hash_fails_its_caller_and_nobody_else() {
        assertThatThrownBy(() -> hasher.compute(Duration.ZERO, () -> {
                    throw new IllegalStateException("broken");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(hasher.compute(Duration.ZERO, () -> true)).isTrue();
    }

    private void occupy() throws InterruptedException {
        var started = new CountDownLatch(1);
        var _ = callers.submit(() -> hasher.compute(Duration.ZERO, () -> {
            started.countDown();
            return awaitRelease();
        }));
        started.await();
    }

    private boolean awaitRelease() {
        try {
            release.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Future<Boolean> queue(Duration debt, String name, List<String> order) {
        return callers.submit(() -> hasher.compute(debt, () -> order.add(name)));
    }

    private void awaitQueued(int count) {
        while (hasher.waiting() < count) {
            Thread.onSpinWait();
        }
    }
}
