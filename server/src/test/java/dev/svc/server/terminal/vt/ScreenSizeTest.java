package dev.svc.server.terminal.vt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenSizeTest {
    private final Screen screen = new Screen(20, 5);

    @Test
    void a_screen_that_becomes_lower_keeps_the_line_with_the_cursor() {
        print("one\r\ntwo\r\nthree\r\na long last line");
        screen.resize(20, 3);
        assertThat(screen.lines()).containsExactly("two", "three", "a long last line");
        print("\r\nnext");
        assertThat(screen.lines()).containsExactly("three", "a long last line", "next");
    }

    @Test
    void empty_lines_below_the_cursor_leave_it_first() {
        print("one\r\ntwo");
        screen.resize(20, 2);
        assertThat(screen.lines()).containsExactly("one", "two");
    }

    @Test
    void the_same_holds_for_the_screen_behind_a_full_one() {
        print("one\r\ntwo\r\nthree\r\nfour\033[?1049h\033[Hfull");
        screen.resize(20, 2);
        assertThat(screen.lines()).containsExactly("full", "");
        print("\033[?1049l!");
        assertThat(screen.lines()).containsExactly("three", "four!");
    }

    @Test
    void a_screen_that_becomes_higher_stays_as_it_is() {
        print("one\r\ntwo");
        screen.resize(20, 7);
        print("!");
        assertThat(screen.lines()).containsExactly("one", "two!", "", "", "", "", "");
    }

    private void print(String printed) {
        byte[] bytes = printed.getBytes(StandardCharsets.UTF_8);
        screen.write(bytes, bytes.length);
    }
}
