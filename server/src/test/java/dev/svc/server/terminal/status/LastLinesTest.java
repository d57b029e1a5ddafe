package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastLinesTest {
    @Test
    void lines_end_with_their_last_word_and_empty_ones_around_them_go() {
        assertThat(LastLines.of(List.of("", "one  ", "", "two\t", " ", ""))).containsExactly("one", "", "two");
    }

    @Test
    void an_empty_screen_has_none() {
        assertThat(LastLines.of(List.of())).isEmpty();
        assertThat(LastLines.of(List.of("", "   "))).isEmpty();
    }

    @Test
    void of_many_lines_the_last_ones_stay() {
        var screen = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
        assertThat(LastLines.of(screen))
                .hasSize(LastLines.LINES)
                .startsWith("76")
                .endsWith("99");
    }

    @Test
    void a_long_line_is_cut_and_no_character_of_it() {
        var wide = LastLines.of(List.of("x".repeat(199) + "\ud83d\ude80\ud83d\ude80"))
                .getFirst();
        assertThat(wide).isEqualTo("x".repeat(199) + "\ud83d\ude80");
    }

    @Test
    void nothing_in_them_controls_or_reorders() {
        assertThat(LastLines.of(List.of("a\u001b[31mb\u0007c", "d\u202ee\u2066f", "g\nh\u2028i", "\u202e", "\u009b")))
                .containsExactly("abc", "def", "g h i");
    }
}
