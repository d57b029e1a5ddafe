package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepaintTest {
    private static final long END = 500;

    private static void lookOften(Repaint repaint, long end) {
        for (int look = 0; look < 10 * Repaint.LOOKS; look++) {
            repaint.look(end);
        }
    }

    @Test
    void a_program_that_was_read_from_its_first_byte_on_is_believed_at_once() {
        assertThat(Repaint.needless().look(END)).isTrue();
    }

    @Test
    void a_program_that_ran_on_is_not_believed_before_it_was_asked() {
        var repaint = Repaint.due();
        lookOften(repaint, END);
        assertThat(repaint.isOver()).isFalse();
    }

    @Test
    void what_was_printed_before_the_request_is_no_answer() {
        var repaint = Repaint.due();
        repaint.asked(END);
        assertThat(repaint.look(END)).isFalse();
    }

    @Test
    void what_is_printed_after_the_request_is_the_answer() {
        var repaint = Repaint.due();
        repaint.asked(END);
        assertThat(repaint.look(END + 1)).isTrue();
        assertThat(repaint.isOver()).isTrue();
    }

    @Test
    void a_program_that_stays_silent_for_some_looks_will_not_answer() {
        var repaint = Repaint.due();
        repaint.asked(END);
        lookOften(repaint, END);
        assertThat(repaint.isOver()).isTrue();
    }
}
