package dev.svc.server.terminal.vt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextLinesTest {
    private final List<String> finished = new ArrayList<>();
    private final TextLines lines = new TextLines(0, (line, _) -> finished.add(line));

    private void prints(String text) {
        byte[] bytes = text.replace('^', '\u001b').getBytes(StandardCharsets.UTF_8);
        lines.write(bytes, bytes.length);
    }

    private List<String> left() {
        lines.close();
        return finished;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "one\r\ntwo"                        | one/two
            "10 %\r 50 %\r100 %\r\n"            | 100 %
            "lx\bs -l"                          | ls -l
            "a\tb"                              | "a       b"
            "^[1;32mgreen^[0m plain"            | green plain
            "wide 日本^[3Dx"                    | "wide  x本"
            "wide 日本^[4Dx"                    | wide x 本
            "^]0;a title\u0007said"             | said
            "gone^[2K\rhere"                    | here
            "ab cd^[3D^[Pxy"                    | abxy
            "one\r\ntwo\r\n^[2Aone!\r\n\r\n"    | one!/two
            "one\r\n^[?1049hvim^[2J^[?1049ltwo" | one/two
            """)
    void a_line_is_what_it_looks_like_when_it_is_left(String printed, String shown) {
        prints(printed);
        assertThat(String.join("/", left())).isEqualTo(shown);
    }

    @Test
    void what_is_cleared_was_said_all_the_same() {
        prints("before\r\n$ clear\r\n^[H^[2J^[3Jafter");
        assertThat(left()).containsExactly("before", "$ clear", "after");
    }

    @Test
    void what_is_cleared_from_the_top_of_the_page_on_was_said_all_the_same() {
        prints("before\r\n$ clear\r\n^[H^[Jafter");
        assertThat(left()).containsExactly("before", "$ clear", "after");
    }

    @Test
    void a_page_that_is_drawn_again_from_its_top_counts_as_it_was_left() {
        prints("$ watch\r\n^[H^[2J");
        for (int second = 0; second < 5; second++) {
            prints("^[Hsecond %d^[K\r\nstill^[K\r\n^[J".formatted(second));
        }
        assertThat(left()).containsExactly("$ watch", "second 4", "still");
    }

    @Test
    void lines_are_finished_once_nothing_goes_back_to_them() {
        prints("line\r\n".repeat(199));
        assertThat(finished).isEmpty();
        prints("line\r\n".repeat(10));
        assertThat(finished).hasSize(10);
    }

    @Test
    void a_pause_finishes_what_stands_above_the_prompt() {
        prints("one\r\ntwo\r\n$ ");
        lines.rest();
        assertThat(finished).containsExactly("one", "two");
        assertThat(lines.upto()).isEqualTo(10);
        prints("ls\r\nthree\r\n");
        assertThat(left()).containsExactly("one", "two", "$ ls", "three");
    }

    @Test
    void lines_that_a_program_has_left_are_finished_while_it_prints_on() {
        prints("one\r\ntwo\r\n");
        lines.pass();
        prints("three\r\nfo");
        lines.pass();
        assertThat(finished).containsExactly("one", "two");
        prints("ur\r\n");
        lines.pass();
        assertThat(finished).containsExactly("one", "two", "three");
        assertThat(left()).containsExactly("one", "two", "three", "four");
    }

    @Test
    void lines_that_a_program_draws_again_all_the_time_stay_open() {
        prints("pull\r\n");
        for (int i = 0; i < 9; i++) {
            prints("a %d%%\r\nb %d%%\r\n^[2A".formatted(i, i));
            lines.pass();
        }
        assertThat(finished).containsExactly("pull");
        assertThat(left()).containsExactly("pull", "a 8%", "b 8%");
    }

    @Test
    void a_program_that_clears_its_page_between_two_passes_may_print_on() {
        prints("one\r\ntwo\r\n\r\n\r\n");
        lines.pass();
        prints("^[H^[2J");
        lines.pass();
        prints("^[c");
        lines.pass();
        prints("three\r\n");
        assertThat(left()).containsExactly("one", "two", "three");
    }

    @Test
    void who_begins_where_the_oldest_open_line_does_misses_nothing_and_doubles_nothing() {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            text.append("line ")
                    .append(i)
                    .append(random.nextInt(5) == 0 ? "\rLINE" : "")
                    .append("\r\n");
        }
        byte[] all = text.toString().getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < all.length; cut += 997) {
            var both = new ArrayList<String>();
            var first = new TextLines(0, (line, _) -> both.add(line));
            first.write(all, cut);
            if (random.nextBoolean()) {
                first.rest();
            }
            var second = new TextLines(first.upto(), (line, _) -> both.add(line));
            byte[] rest = Arrays.copyOfRange(all, (int) first.upto(), all.length);
            second.write(rest, rest.length);
            second.close();
            assertThat(both).as("cut at %d", cut).hasSize(1_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void each_line_says_where_the_next_one_begins() {
        var next = new ArrayList<Long>();
        var counted = new TextLines(100, (_, at) -> next.add(at));
        byte[] bytes = "one\r\ntwo\r\nthree".getBytes(StandardCharsets.UTF_8);
        counted.write(bytes, bytes.length);
        counted.close();
        assertThat(next).containsExactly(105L, 110L, 115L);
    }

    @Test
    void no_output_makes_it_hold_more_than_its_open_lines() {
        prints("^[65535;65535Hx^[65535B^[65535Cy^[65535@z" + "^[999A^[999L".repeat(100));
        prints("w".repeat(100_000));
        prints("\r\n".repeat(1_000));
        assertThat(left().stream().mapToInt(String::length).max().orElse(0)).isLessThanOrEqualTo(4_000);
    }

    @Test
    void noise_is_read_to_its_end() {
        var random = new Random(11);
        byte[] noise = new byte[1 << 20];
        random.nextBytes(noise);
        for (int i = 0; i < noise.length; i += 7) {
            noise[i] = "\u001b[;?1049hlHJKPX@ABCDdf\n\r\b\t".getBytes(StandardCharsets.US_ASCII)[random.nextInt(25)];
        }
        lines.write(noise, noise.length);
        assertThat(lines.end()).isEqualTo(noise.length);
        assertThat(left()).isNotEmpty();
    }
}
