package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
    private final Words words = new Words();

    @Test
    void of_equal_words_the_first_is_kept() {
        String first = text("main");
        words.same(first);

        assertThat(words.same(text("main"))).isSameAs(first);
        assertThat(words.same(text("other"))).isEqualTo("other");
    }

    @Test
    void no_word_stays_no_word() {
        assertThat(words.same(null)).isNull();
    }

    @Test
    void where_too_many_differ_no_more_are_kept() {
        for (int i = 0; i < 20_000; i++) {
            words.same(text("word " + i));
        }
        String late = text("late");
        words.same(late);

        assertThat(words.same(text("late"))).isEqualTo("late").isNotSameAs(late);
    }

    /// Another object each time.
    private static String text(String value) {
        return String.valueOf(value.toCharArray());
    }
}
