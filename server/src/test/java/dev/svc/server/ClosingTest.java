package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private static final Duration LONG = Duration.ofDays(1);

    private final List<String> closed = new CopyOnWriteArrayList<>();

    @Test
    void what_was_opened_last_is_closed_first() {
        var closing = new Closing(LONG, LONG);
        closing.add(() -> closed.add("journal"));
        closing.add(() -> closed.add("server"));
        closing.closeAll();

        assertThat(closed).containsExactly("server", "journal");
    }

    @Test
    void a_step_that_fails_keeps_no_other_from_its_turn() {
        var closing = new Closing(LONG, LONG);
        closing.add(() -> closed.add("journal"));
        closing.add(() -> {
            throw new IllegalStateException("planted");
        });
        closing.closeAll();

        assertThat(closed).containsExactly("journal");
    }

    @Test
    void steps_that_hang_keep_no_other_from_its_turn_and_the_process_from_no_end() throws Exception {
        var never = new CountDownLatch(1);
        var closing = new Closing(Duration.ofMillis(10), Duration.ofMillis(20));
        var journal = new CountDownLatch(1);
        closing.add(journal::countDown);
        for (int i = 0; i < 5; i++) {
            closing.add(never::await);
        }
        closing.closeAll();

        assertThat(never.getCount()).isEqualTo(1);
        Waiting.countedDown(journal);
    }

    @Test
    void a_step_that_hands_something_over_is_waited_for_beyond_the_time_of_the_others() {
        var closing = new Closing(Duration.ofMillis(1), Duration.ofMillis(1));
        closing.add(
                () -> {
                    for (int i = 0; i < 20; i++) {
                        Waiting.pause();
                    }
                    closed.add("terminals");
                },
                LONG);
        closing.closeAll();

        assertThat(closed).containsExactly("terminals");
    }
}
