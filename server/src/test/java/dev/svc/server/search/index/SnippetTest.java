package dev.svc.server.search.index;

import static dev.svc.server.search.index.MadeIndex.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.search.index.Marking.Range;
import dev.svc.server.transcript.HostileTexts;
import dev.svc.shared.text.PlainText;
import dev.svc.shared.waiting.Waiting;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetTest {
    private static final Pattern LINE = Pattern.compile("[^\\p{Cntrl}\\u0080-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*");

    private static Snippet snippet(String text, String typed) {
        return Snippet.of(text, marks(text, typed));
    }

    private static List<Range> marks(String text, String typed) {
        return Translation.of(read(typed)).wanted().in(text, System.nanoTime() + Waiting.PATIENCE.toNanos());
    }

    /// Everything that holds for every snippet.
    private static void assertSound(Snippet snippet) {
        var text = snippet.text();
        assertThat(text).matches(LINE).hasSizeLessThan(400);
        int end = 0;
        for (var range : snippet.ranges()) {
            assertThat(range.from()).isGreaterThanOrEqualTo(end).isLessThan(range.to());
            assertThat(range.to()).isLessThanOrEqualTo(text.length());
            assertWhole(text, range.from());
            assertWhole(text, range.to());
            end = range.to();
        }
        for (int i = 0; i < text.length(); i++) {
            boolean isHalf = Character.isHighSurrogate(text.charAt(i))
                    ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                    : Character.isLowSurrogate(text.charAt(i))
                            && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
            assertThat(isHalf).as("half a pair at %d", i).isFalse();
        }
    }

    private static void assertWhole(String text, int at) {
        assertThat(at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            lock               | a lock and a Lock             | lock,Lock
            lock               | unlock locks locked           |
            lock*              | a locked lockfile             | locked,lockfile
            retry-qu*          | the retry-queue, queue, retry | retry-queue
            retries            | maxRetries of max_retries     | Retries,retries
            maxRetries         | the maxRetries                | maxRetries
            maxretries         | the maxRetries                | maxRetries
            "max retries"      | max retries, max other        | max retries
            "max retries"      | maxRetries                    | maxRetries
            "foo(bar)"         | foo bar foo(bar)              | foo(bar)
            ->                 | a -> b->c                     | ->,->
            /lo.k/             | look lock                     | look,lock
            /x*/               | axxb                          | xx
            a /b+/ "c d"       | a bb c d c                    | a,bb,c d
            lock -door         | lock                          | lock
            日本               | 東日本語日本                  | 日本,日本
            日本語             | 東日本語                      | 日本語
            語                 | 日本語                        | 語
            straße             | STRASSE Straße                | STRASSE,Straße
            cafe               | Café cafe                     | Café,cafe
            "the lock" lock    | the lock                      | the lock
            role:user          | anything                      |
            """)
    void a_mark_covers_what_was_found_and_nothing_else(String typed, String text, String marked) {
        var snippet = snippet(text, typed);
        assertThat(snippet.text()).isEqualTo(text);
        assertThat(MadeIndex.marked(snippet))
                .containsExactlyElementsOf(marked == null ? List.of() : List.of(marked.split(",", -1)));
        assertSound(snippet);
    }

    @Test
    void it_is_around_the_place_where_most_was_found() {
        var text = "lock " + "word ".repeat(200) + "deadlock lock timeout " + "word ".repeat(200);
        var snippet = snippet(text, "deadlock timeout lock");
        assertThat(MadeIndex.marked(snippet)).containsExactly("deadlock", "lock", "timeout");
        assertThat(snippet.text()).startsWith("…word ").endsWith("word…");
        assertSound(snippet);
    }

    @Test
    void without_anything_found_it_is_the_beginning() {
        assertThat(snippet("word ".repeat(100), "role:user").text())
                .startsWith("word word")
                .endsWith("word…");
        assertThat(snippet("", "role:user").text()).isEmpty();
    }

    @Test
    void white_space_becomes_one_blank_and_marks_stand_where_the_words_then_are() {
        var snippet = snippet("\n\n  first \t\n lock\u00a0\u2003here\n", "lock");
        assertThat(snippet.text()).isEqualTo("first lock here ");
        assertThat(MadeIndex.marked(snippet)).containsExactly("lock");
    }

    @Test
    void a_match_longer_than_the_snippet_is_marked_as_far_as_it_is_shown() {
        var snippet = snippet("ab ".repeat(50) + "x".repeat(900), "/x+/");
        assertThat(MadeIndex.marked(snippet)).singleElement().asString().matches("x+");
        assertSound(snippet);
    }

    @ParameterizedTest
    @ValueSource(strings = {"👍", "𠀀", "👨‍👩‍👧", "a👍🏽"})
    void pairs_are_never_cut(String piece) {
        for (int shift = 0; shift < 5; shift++) {
            var text = "x".repeat(shift) + piece.repeat(300) + "lock" + piece.repeat(300);
            assertSound(snippet(text, "/lock/"));
            assertSound(snippet(text, "/" + piece.substring(0, piece.offsetByCodePoints(0, 1)) + "/"));
            assertSound(snippet(text, "role:user"));
            assertSound(snippet(text, "/./"));
        }
    }

    /// What halves a pair is the expression; what is shown has none.
    @Test
    void an_expression_that_finds_half_a_pair_marks_nothing_that_is_cut() {
        var text = "a 👍 b 👍";
        assertSound(Snippet.of(text, List.of(new Range(2, 3), new Range(3, 4), new Range(8, 9))));
        assertSound(snippet(text, "/\\ud83d/"));
    }

    @Test
    void texts_that_are_hard_work_give_sound_snippets_as_well() {
        var texts = HostileTexts.all();
        assertThat(texts.entrySet()).allSatisfy(it -> check(it));
    }

    private static void check(Map.Entry<String, String> named) {
        var text = PlainText.of(named.getValue());
        var first =
                text.isBlank() ? "x" : text.strip().substring(0, text.strip().offsetByCodePoints(0, 1));
        assertSound(Snippet.of(text, marks(text, "word /" + Pattern.quote(first).replace("/", "\\/") + "/")));
    }

    @Test
    void no_more_is_marked_than_helps() {
        assertThat(marks("lock ".repeat(2_000), "lock")).hasSize(500);
        assertThat(marks("lock ".repeat(2_000), "/lock/")).hasSize(500);
        assertThat(marks("a b ".repeat(2_000), "\"a b\"")).hasSize(500);
    }

    @Test
    void where_time_is_over_the_beginning_is_marked_and_the_rest_is_not() {
        var wanted = Translation.of(read("lock")).wanted();
        assertThat(wanted.in("lock ".repeat(400), System.nanoTime() - 1)).hasSizeBetween(1, 399);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/(a*)*b/", "/(a|aa)+$/", "/(x+x+)+y/", "/(.*)*\\d/"})
    void an_expression_that_tries_too_much_is_given_up(String typed) {
        var text = ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" + "x".repeat(60) + "\n").repeat(100);
        var wanted = Translation.of(read("aaaaaa* " + typed)).wanted();
        assertThat(wanted.in(text, System.nanoTime())).isNotEmpty();
    }

    @Test
    void an_expression_that_goes_too_deep_is_given_up() {
        assertThat(marks("a".repeat(256 << 10), "/(a|b)*c/")).isEmpty();
        assertThat(marks("lock " + "a".repeat(256 << 10), "lock /(?:a|b)+c/")).hasSize(1);
    }
}
