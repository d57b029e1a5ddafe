package dev.svc.server.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidatesTest {
    /// Over when it begins: whatever reads more than a little of a text meets the end, on a fast machine as well.
    private static final TurnFinder.Times OVER = new TurnFinder.Times(Duration.ofNanos(1), Waiting.PATIENCE);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"/(a*)*b/", "/(a|aa)+$/", "/(?:a?){30}a{30}c/", "/((a+)+)+!b/", "/(.*,)*x/i"})
    void an_expression_that_tries_too_much_ends_and_says_so(String typed) throws Exception {
        try (var made = new MadeIndex(folder, OVER)) {
            var text = ("a,".repeat(10) + "a".repeat(60) + "!").repeat(2_000);
            made.saying("one", text, text);
            var found = made.find(typed);
            assertThat(found.bounded()).isNotNull().endsWith(".");
            assertThat(made.in("one", typed).bounded()).isNotNull();
            assertThat(made.names("a")).as("another search").containsExactly("one");
        }
    }

    /// Nothing of the text is read while an empty thing is repeated, so that no deadline would be met.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/(){2000000000}/",
                "/(((){9999}){9999}){9999}/",
                "/(?:(?:){99999}){99999}/",
                "/(^{9999}){99999}{2}/"
            })
    void an_expression_that_repeats_nothing_without_end_is_refused(String typed) {
        assertThatThrownBy(() -> MadeIndex.read(typed)).rootCause().hasMessageContaining("repeats too much");
    }

    @Test
    void an_expression_that_repeats_nothing_as_often_as_it_may_ends() throws Exception {
        try (var made = new MadeIndex(folder, OVER)) {
            made.saying("one", "a".repeat(200 << 10));
            assertThat(made.find("/(){99999}c/").bounded()).isNotNull();
        }
    }

    @Test
    void an_expression_that_goes_too_deep_in_one_text_is_found_in_the_others() throws Exception {
        try (var made = new MadeIndex(folder)) {
            made.saying("one", "a".repeat(250 << 10)).saying("two", "aac");
            assertThat(made.names("/(a|b)*c/")).containsExactly("two");
            assertThat(made.find("/(a|b)*c/").bounded()).isNull();
        }
    }
}
