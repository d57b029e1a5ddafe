package dev.svc.server.texts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.texts.TextWorkers.Deadlines;
import dev.svc.shared.waiting.Waiting;
import java.io.FileNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TextWorkersTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(1);

    /// No time for a layout: one that does not end at once has run over.
    private final TextWorkers workers = workers(LONG);

    private static TextWorkers workers(Duration turn) {
        return new TextWorkers(new Deadlines(LONG, LONG, turn, SHORT, LONG));
    }

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        workers.close();
    }

    private String stuck() {
        try {
            end.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return "Markdown";
    }

    private String laidOut(Object owner) throws Exception {
        return laidOut(workers, owner);
    }

    private String laidOut(TextWorkers workers, Object owner) throws Exception {
        return workers.errand(owner).layOut(patience -> patience == Patience.NONE ? "plain" : stuck());
    }

    @Test
    void work_runs_on_daemon_threads_of_the_platform() throws Exception {
        var thread = workers.errand("a").read(Thread::currentThread);
        assertThat(thread.isVirtual()).isFalse();
        assertThat(thread.isDaemon()).isTrue();
    }

    @Test
    void what_the_work_throws_reaches_the_one_who_asked() {
        assertThatThrownBy(() -> workers.errand("a").read(() -> {
                    throw new FileNotFoundException("gone");
                }))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("gone");
    }

    @Test
    void what_is_not_laid_out_in_time_becomes_plain_text() throws Exception {
        assertThat(laidOut("a")).isEqualTo("plain");
    }

    @Test
    void what_calls_itself_too_often_becomes_plain_text() throws Exception {
        var text = workers.errand("a").layOut(patience -> patience == Patience.NONE ? "plain" : "" + deep(0));
        assertThat(text).isEqualTo("plain");
    }

    private static int deep(int level) {
        return level < 0 ? 0 : 1 + deep(level + 1);
    }

    @Test
    void while_a_text_of_a_session_still_runs_over_the_session_is_plain_and_others_are_not() throws Exception {
        assertThat(laidOut("hostile")).isEqualTo("plain");
        assertThat(workers.mayRunOver("hostile")).isFalse();
        assertThat(workers.mayRunOver("other")).isTrue();
        assertThat(workers.errand("hostile").read(() -> "read")).isEqualTo("read");
    }

    @Test
    void texts_that_run_over_leave_threads_for_the_rest() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(laidOut("hostile " + i)).isEqualTo("plain");
        }
        assertThat(workers.mayRunOver("other")).isFalse();
        assertThat(workers.errand("other").read(() -> "read")).isEqualTo("read");
    }

    @Test
    void hostile_texts_of_many_sessions_at_once_leave_threads_for_the_rest() throws Exception {
        try (var impatient = workers(SHORT);
                var askers = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new ArrayList<Future<String>>();
            for (int i = 0; i < 20; i++) {
                int one = i;
                asked.add(askers.submit(() -> laidOut(impatient, "hostile " + one)));
            }
            assertThat(impatient.errand("other").<String>read(() -> "read")).isEqualTo("read");
            for (var answer : asked) {
                assertThat(Waiting.result(answer)).isEqualTo("plain");
            }
        }
    }

    @Test
    void after_a_text_that_ran_over_has_ended_markdown_is_read_again() throws Exception {
        assertThat(laidOut("a")).isEqualTo("plain");
        end.countDown();
        while (!workers.mayRunOver("a")) {
            workers.errand("b").read(() -> "anything");
        }
        assertThat(workers.errand("a").read(() -> "read")).isEqualTo("read");
    }

    @Test
    void one_session_has_one_text_worked_on_at_a_time() throws Exception {
        var running = new java.util.concurrent.atomic.AtomicInteger();
        var most = new java.util.concurrent.atomic.AtomicInteger();
        try (var askers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                var _ = askers.submit(() -> workers.errand("a").read(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    return running.decrementAndGet();
                }));
            }
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void a_session_that_asks_too_much_is_refused_and_another_is_served() throws Exception {
        var begun = new CountDownLatch(1);
        var asked = new ArrayList<CompletableFuture<String>>();
        try (var askers = Executors.newVirtualThreadPerTaskExecutor()) {
            var _ = askers.submit(() -> workers.errand("greedy").read(() -> {
                begun.countDown();
                return stuck();
            }));
            begun.await();
            for (int i = 0; i < 200; i++) {
                asked.add(CompletableFuture.supplyAsync(() -> ask("greedy"), askers));
            }
            var _ = Waiting.result(CompletableFuture.anyOf(asked.toArray(CompletableFuture[]::new)));
            assertThat(ask("other")).isEqualTo("read");
            end.countDown();
        }
        var answers = asked.stream().map(CompletableFuture::join).toList();
        assertThat(answers).contains("busy").isSubsetOf(List.of("busy", "read"));
    }

    private String ask(String owner) {
        try {
            return workers.errand(owner).read(() -> "read");
        } catch (BusyException busy) {
            return "busy";
        } catch (java.io.IOException impossible) {
            return "broken";
        }
    }

    @Test
    void waiting_for_texts_that_run_over_holds_no_thread_that_others_need() throws Exception {
        try (var askers = Executors.newVirtualThreadPerTaskExecutor()) {
            var many = 4 * Runtime.getRuntime().availableProcessors();
            for (int i = 0; i < many; i++) {
                int one = i;
                var _ = askers.submit(() -> workers.errand("stuck " + one).read(this::stuck));
            }
            assertThat(Waiting.result(askers.submit(() -> "answered"))).isEqualTo("answered");
            end.countDown();
        }
    }

    @Test
    void closing_lets_nobody_wait_for_what_has_not_begun() throws Exception {
        var begun = new CountDownLatch(4);
        try (var askers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                int one = i;
                var _ = askers.submit(() -> workers.errand("stuck " + one).read(() -> {
                    begun.countDown();
                    return stuck();
                }));
            }
            begun.await();
            var waits = askers.submit(() -> ask("late"));
            workers.close();
            assertThat(Waiting.result(waits)).isEqualTo("busy");
            end.countDown();
        }
    }
}
