package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Status;
import dev.svc.server.terminal.status.Settling.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final Reading IDLE = new Reading(Status.IDLE, null);
    private static final Reading WORKING = new Reading(Status.WORKING, null);
    private static final Reading WAITING = asking("May I?");

    private final Settling settling = new Settling();

    private static Reading asking(String question) {
        return new Reading(Status.WAITING, new Menu(question, List.of(), question));
    }

    @Test
    void the_first_state_is_announced_when_two_readings_agree() {
        assertThat(settling.read(WAITING)).isFalse();
        assertThat(settling.read(WAITING)).isTrue();
    }

    @Test
    void a_program_is_idle_before_anything_was_read() {
        assertThat(settling.read(IDLE)).isFalse();
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void a_state_that_is_read_once_is_not_announced() {
        settling.read(WORKING);
        settling.read(WORKING);
        assertThat(settling.read(WAITING)).isFalse();
        assertThat(settling.read(WORKING)).isFalse();
        assertThat(settling.read(WORKING)).isFalse();
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void a_state_that_lasts_is_announced_once() {
        settling.read(WAITING);
        settling.read(WAITING);
        assertThat(settling.read(WAITING)).isFalse();
    }

    @Test
    void another_question_is_announced_when_two_readings_agree() {
        settling.read(WAITING);
        settling.read(WAITING);
        assertThat(settling.read(asking("And now?"))).isFalse();
        assertThat(settling.isSettled()).isFalse();
        assertThat(settling.read(asking("And now?"))).isTrue();
    }
}
