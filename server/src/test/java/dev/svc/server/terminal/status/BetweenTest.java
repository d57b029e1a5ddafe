package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BetweenTest {
    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration NONE = Duration.ofMillis(1);

    private final Between between = new Between();
    private final AtomicInteger rests = new AtomicInteger();
    private final Thread looking = Thread.ofVirtual().unstarted(this::look);

    private void look() {
        try {
            while (true) {
                rests.incrementAndGet();
                between.rest(LONG, () -> true);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        looking.interrupt();
    }

    @Test
    void a_thread_that_rests_is_woken() {
        looking.start();
        Waiting.until(() -> {
            between.wake();
            return rests.get() > 1;
        });
    }

    @Test
    void what_is_asked_is_done_by_the_thread_that_rests_without_ending_its_rest() {
        looking.start();
        assertThat(between.ask(() -> Optional.of(Thread.currentThread()), LONG)).contains(looking);
        assertThat(rests).hasValue(1);
    }

    @Test
    void what_the_thread_asks_itself_is_done_at_once() {
        looking.start();
        assertThat(between.ask(() -> between.ask(() -> Optional.of("seen"), LONG), LONG))
                .contains("seen");
    }

    @Test
    void what_was_not_begun_in_time_is_never_done() {
        var done = new AtomicInteger();
        assertThat(between.ask(() -> Optional.of(done.incrementAndGet()), NONE)).isEmpty();
        looking.start();
        between.ask(() -> Optional.of("later"), LONG);
        assertThat(done).hasValue(0);
    }

    @Test
    void what_was_begun_in_time_is_waited_for() throws InterruptedException {
        looking.start();
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var answer = CompletableFuture.supplyAsync(
                () -> between.ask(
                        () -> {
                            begun.countDown();
                            awaitQuietly(mayEnd);
                            return Optional.of("done");
                        },
                        Waiting.PATIENCE),
                Thread::startVirtualThread);
        Waiting.countedDown(begun);
        mayEnd.countDown();
        assertThat(Waiting.result(answer)).contains("done");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void what_fails_fails_for_who_asked_and_the_thread_goes_on() {
        looking.start();
        assertThatThrownBy(() -> between.ask(
                        () -> {
                            throw new IllegalArgumentException("no");
                        },
                        LONG))
                .hasRootCauseMessage("no");
        assertThat(between.ask(() -> Optional.of("on"), LONG)).contains("on");
    }
}
