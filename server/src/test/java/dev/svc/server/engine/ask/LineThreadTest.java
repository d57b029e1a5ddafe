package dev.svc.server.engine.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.vital.Vital;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LineThreadTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    private final BlockingQueue<String> lost = new LinkedBlockingQueue<>();
    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void what_fails_is_tried_again_whatever_it_was() {
        try (var _ = LineThread.start(Vital.virtual("t"), this::fail, SHORT, SHORT, () -> lost.add("lost"))) {
            Waiting.until(() -> tries.get() > 3);
            assertThat(lost).isEmpty();
        }
    }

    private void fail(Runnable connected) throws IOException {
        if (tries.incrementAndGet() % 2 == 0) {
            throw new IllegalStateException("nonsense");
        }
        throw new IOException("nobody there");
    }

    @Test
    void the_end_of_a_connection_is_told() throws InterruptedException {
        try (var _ = LineThread.start(Vital.virtual("t"), Runnable::run, SHORT, SHORT, () -> lost.add("lost"))) {
            assertThat(Waiting.next(lost)).isEqualTo("lost");
        }
    }

    @Test
    void the_end_ends_a_pause() {
        var line = LineThread.start(
                Vital.virtual("t"), this::fail, Waiting.PATIENCE, Waiting.PATIENCE, () -> lost.add("lost"));
        Waiting.until(() -> tries.get() == 1);
        line.close();
        Waiting.until(line::hasEnded);
    }
}
