package dev.svc.server.terminal.vt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenTextTest {

    @Test
    void what_the_edge_cut_in_two_is_one_word_again() {
        assertThat(shown("sk-0123456789abcdef\r\nnext")).isEqualTo("sk-0123456789abcdef\nnext");
    }

    @Test
    void lines_that_end_before_the_edge_stay_lines() {
        assertThat(shown("one\r\n\r\ntwo")).isEqualTo("one\n\ntwo");
    }

    private static String shown(String printed) {
        var screen = new Screen(10, 5);
        byte[] bytes = printed.getBytes(StandardCharsets.UTF_8);
        screen.write(bytes, bytes.length);
        return screen.text();
    }
}
