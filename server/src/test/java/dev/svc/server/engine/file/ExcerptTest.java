package dev.svc.server.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void a_title_is_one_line_of_at_most_two_hundred_characters() {
        assertThat(Excerpt.title("  a\u001b[31m\nb\t c ")).isEqualTo("a [31m b c");
        assertThat(Excerpt.title("x".repeat(300))).hasSize(200);
        assertThat(Excerpt.title(" \n ")).isNull();
    }

    @Test
    void a_message_keeps_its_line_breaks() {
        assertThat(Excerpt.message("\n a\n\nb \n")).isEqualTo("a\n\nb");
        assertThat(Excerpt.message("x".repeat(600))).hasSize(500);
        assertThat(Excerpt.message("")).isNull();
    }

    @Test
    void a_cut_never_splits_a_character() {
        assertThat(Excerpt.cut("ab😀c", 3)).isEqualTo("ab");
        assertThat(Excerpt.cut("ab😀c", 4)).isEqualTo("ab😀");
        assertThat(Excerpt.cut("ab", 4)).isEqualTo("ab");
    }
}
