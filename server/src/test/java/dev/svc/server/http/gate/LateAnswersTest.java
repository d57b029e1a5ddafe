package dev.svc.server.http.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LateAnswersTest {
    private final InHand inHand = new InHand();
    private final LateAnswers late = new LateAnswers(inHand);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final Thread request = Thread.ofVirtual().unstarted(this::ask);

    private void ask() {
        try {
            inHand.hold("GET /api/sessions/{sid}", () -> {
                begun.countDown();
                answer.await();
            });
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @BeforeEach
    void begin() throws InterruptedException {
        request.start();
        Waiting.countedDown(begun);
        Waiting.until(() -> request.getState() == Thread.State.WAITING);
    }

    @AfterEach
    void end() throws InterruptedException {
        answer.countDown();
        request.join();
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    @Test
    void a_request_that_is_answered_soon_is_not_spoken_of() {
        assertThat(late.look(in(Duration.ofMinutes(4)))).isEmpty();
    }

    @Test
    void where_one_stands_is_said_once() {
        assertThat(late.look(in(Duration.ofMinutes(6))))
                .hasValueSatisfying(said -> assertThat(said)
                        .startsWith("GET /api/sessions/{sid} is not answered after 3")
                        .contains(
                                "Its thread is waiting:",
                                "CountDownLatch.await",
                                getClass().getSimpleName()));
        assertThat(late.look(in(Duration.ofMinutes(7)))).isEmpty();
    }

    @Test
    void one_that_was_answered_is_late_no_more() throws InterruptedException {
        answer.countDown();
        request.join();
        assertThat(late.look(in(Duration.ofMinutes(6)))).isEmpty();
    }
}
