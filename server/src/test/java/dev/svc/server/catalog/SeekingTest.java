package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SeekingTest {
    private static final int PROGRAMS = 6;

    private final List<Look> looks = new ArrayList<>();
    private final List<Later> later = new ArrayList<>();
    private Duration now = Duration.ofHours(1);
    private Duration costs = Duration.ZERO;

    private final Seeking seeking =
            new Seeking(this::look, _ -> costs, () -> now.toNanos(), wait -> task -> plan(wait, task));

    private record Look(EngineKey engine, Duration at) {}

    private record Later(Duration at, Runnable task) {}

    private CompletableFuture<Void> look(EngineKey engine) {
        looks.add(new Look(engine, now));
        var done = new CompletableFuture<Void>();
        plan(costs, () -> done.complete(null));
        return done;
    }

    private void plan(Duration wait, Runnable task) {
        later.add(new Later(now.plus(wait), task));
    }

    /// Moves the clock and runs what has become due.
    private void pass(Duration time) {
        var until = now.plus(time);
        while (true) {
            var next =
                    later.stream().filter(it -> it.at().compareTo(until) <= 0).min(Comparator.comparing(Later::at));
            if (next.isEmpty()) {
                break;
            }
            later.remove(next.get());
            now = next.get().at();
            next.get().task().run();
        }
        now = until;
    }

    @Test
    void the_first_who_asks_has_the_store_looked_at_at_once() {
        var asked = seeking.look(EngineKey.CODEX);
        pass(Duration.ZERO);
        assertThat(asked).isCompleted();
        assertThat(looks).hasSize(1);
    }

    @Test
    void all_who_ask_before_a_look_begins_share_it() {
        for (int i = 0; i < 1_000; i++) {
            var _ = seeking.look(EngineKey.CODEX);
        }
        pass(Duration.ofMinutes(1));
        assertThat(looks).hasSize(1);
    }

    @Test
    void who_asks_while_a_look_goes_on_waits_for_the_next_one() {
        costs = Duration.ofMillis(100);
        var first = seeking.look(EngineKey.CODEX);
        pass(Duration.ofMillis(50));
        var second = seeking.look(EngineKey.CODEX);
        pass(Duration.ofMillis(50));
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        pass(Duration.ofSeconds(1));
        assertThat(second).isCompleted();
        assertThat(looks).hasSize(2);
    }

    @Test
    void a_store_that_is_asked_about_all_the_time_is_looked_at_twice_a_second() {
        for (int i = 0; i < 1_000; i++) {
            var _ = seeking.look(EngineKey.CODEX);
            pass(Duration.ofMillis(10));
        }
        assertThat(looks).hasSizeBetween(19, 21);
    }

    @Test
    void all_stores_together_are_looked_at_four_times_a_second() {
        for (int i = 0; i < 1_000; i++) {
            for (int number = 1; number <= PROGRAMS; number++) {
                var _ = seeking.look(EngineKey.of(number));
            }
            pass(Duration.ofMillis(10));
        }
        assertThat(looks).hasSizeBetween(36, 41);
        assertThat(looks.stream().map(Look::engine).distinct()).hasSize(PROGRAMS);
    }

    @Test
    void a_store_at_which_looking_costs_much_rests_for_longer() {
        costs = Duration.ofSeconds(1);
        for (int i = 0; i < 1_000; i++) {
            var _ = seeking.look(EngineKey.CODEX);
            pass(Duration.ofMillis(10));
        }
        assertThat(looks).hasSize(3);
    }

    @Test
    void who_would_wait_too_long_for_a_look_is_answered_without_one() {
        costs = Duration.ofSeconds(1);
        var _ = seeking.look(EngineKey.CODEX);
        pass(costs);
        assertThat(seeking.look(EngineKey.CODEX)).isCompleted();
        assertThat(looks).hasSize(1);
    }
}
