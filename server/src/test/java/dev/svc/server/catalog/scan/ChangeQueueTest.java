package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChangeQueueTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Path ONE = Path.of("one");
    private static final Path TWO = Path.of("two");

    private final ChangeQueue changes = new ChangeQueue();

    @Test
    void a_change_that_comes_alone_is_taken_at_once() throws InterruptedException {
        changes.changed(ONE);
        assertThat(changes.take(LONG, System.nanoTime()).changed()).containsExactly(ONE);
    }

    @Test
    void what_comes_before_it_may_be_shown_is_taken_together() throws InterruptedException {
        changes.changed(ONE);
        Thread.ofVirtual().start(() -> {
            changes.changed(TWO);
            changes.changed(ONE);
            changes.close();
        });
        var batch = changes.take(LONG, System.nanoTime() + LONG.toNanos());
        assertThat(batch.changed()).containsExactly(ONE, TWO);
        assertThat(batch.closed()).isTrue();
    }

    @Test
    void nothing_is_taken_twice() throws InterruptedException {
        changes.changed(ONE);
        changes.walk();
        assertThat(changes.take(LONG, System.nanoTime()).walk()).isTrue();
        assertThat(changes.take(Duration.ZERO, System.nanoTime()).isEmpty()).isTrue();
    }

    @Test
    void more_paths_than_are_worth_reading_one_by_one_become_a_walk() throws InterruptedException {
        for (int i = 0; i < 5_000; i++) {
            changes.changed(Path.of("s" + i));
        }
        var batch = changes.take(LONG, System.nanoTime());
        assertThat(batch.walk()).isTrue();
        assertThat(batch.changed()).hasSizeLessThan(5_000);
    }
}
