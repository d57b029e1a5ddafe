package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.status.Settling.Reading;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final Reading IDLE = new Reading(Status.IDLE, null);
    private static final Reading WORKING = new Reading(Status.WORKING, null);
    private static final Reading WAITING = asking("May I?");

    private final Settling settling = new Settling();

    private static final long SOON = Duration.ofMillis(60).toNanos();
    private static final long LATER = Duration.ofMillis(250).toNanos();

    private long now = Long.MAX_VALUE - LATER; // the clock may start anywhere, and overflow

    private static Reading asking(String question) {
        return new Reading(Status.WAITING, new Menu(question, null, List.of(), question));
    }

    private static Reading offering(String label) {
        return new Reading(
                Status.WAITING, new Menu("May I?", null, List.of(Choice.once("1", label, Effect.ALLOW)), label));
    }

    private boolean read(Reading reading) {
        return settling.read(reading, now);
    }

    private boolean readAfter(long nanos, Reading reading) {
        now += nanos;
        return read(reading);
    }

    private void tell(Reading reading) {
        read(reading);
        assertThat(readAfter(LATER, reading)).isTrue();
    }

    @Test
    void a_question_is_announced_when_two_readings_agree_a_moment_apart() {
        assertThat(read(WAITING)).isFalse();
        assertThat(readAfter(SOON - 1, WAITING)).isFalse();
        assertThat(readAfter(1, WAITING)).isTrue();
    }

    @Test
    void anything_else_is_announced_when_it_has_lasted() {
        assertThat(read(WORKING)).isFalse();
        assertThat(readAfter(SOON, WORKING)).isFalse();
        assertThat(readAfter(LATER - SOON, WORKING)).isTrue();
    }

    @Test
    void that_a_question_has_gone_is_announced_when_it_has_lasted() {
        tell(WAITING);
        assertThat(readAfter(1, WORKING)).isFalse();
        assertThat(readAfter(SOON, WORKING)).isFalse();
        assertThat(readAfter(LATER, WORKING)).isTrue();
    }

    @Test
    void options_that_have_gone_from_a_question_are_announced_when_it_has_lasted_and_others_soon() {
        tell(offering("Yes"));
        assertThat(readAfter(1, WAITING)).isFalse();
        assertThat(readAfter(SOON, WAITING)).isFalse();
        assertThat(readAfter(1, offering("No"))).isFalse();
        assertThat(readAfter(SOON, offering("No"))).isTrue();
    }

    @Test
    void a_program_is_idle_before_anything_was_read() {
        assertThat(read(IDLE)).isFalse();
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void a_state_that_is_read_once_is_not_announced() {
        tell(WORKING);
        assertThat(readAfter(LATER, WAITING)).isFalse();
        assertThat(readAfter(LATER, WORKING)).isFalse();
        assertThat(readAfter(LATER, WORKING)).isFalse();
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void a_state_that_lasts_is_announced_once() {
        tell(WAITING);
        assertThat(readAfter(LATER, WAITING)).isFalse();
    }

    @Test
    void another_question_is_announced_when_two_readings_agree() {
        tell(WAITING);
        assertThat(readAfter(1, asking("And now?"))).isFalse();
        assertThat(settling.isSettled()).isFalse();
        assertThat(readAfter(LATER, asking("And now?"))).isTrue();
    }

    @Test
    void only_what_was_announced_and_stands_on_is_settled() {
        read(WAITING);
        assertThat(settling.isSettledAt(WAITING)).isFalse();
        readAfter(LATER, WAITING);
        assertThat(settling.isSettledAt(WAITING)).isTrue();
        assertThat(settling.isSettledAt(asking("And now?"))).isFalse();
        readAfter(1, asking("And now?"));
        assertThat(settling.isSettledAt(WAITING)).isFalse();
    }
}
