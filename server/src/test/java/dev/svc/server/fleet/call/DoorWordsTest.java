package dev.svc.server.fleet.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DoorWordsTest {
    private final AtomicLong now = new AtomicLong(-1);
    private final DoorWords words = new DoorWords(new SecureRandom(), now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void a_word_is_told_for_a_while_and_then_another_one() {
        var first = words.current();
        assertThat(first).matches("[0-9a-f]{32}");
        pass(DoorWords.RENEWED.minusNanos(1));
        assertThat(words.current()).isEqualTo(first);
        pass(Duration.ofNanos(1));
        assertThat(words.current()).isNotEqualTo(first);
    }

    @Test
    void a_word_holds_longer_than_it_is_told_and_not_for_ever() {
        var first = words.current();
        pass(DoorWords.HOLDS);
        assertThat(words.holds(first)).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(words.holds(first)).isFalse();
    }

    @Test
    void what_was_never_told_does_not_hold() {
        var _ = words.current();
        assertThat(words.holds("0".repeat(32))).isFalse();
        assertThat(words.holds(new DoorWords(new SecureRandom()).current())).isFalse();
    }
}
