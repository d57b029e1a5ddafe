package dev.svc.server.search.word;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.transcript.HostileTexts;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchAnalyzerTest {
    private static final int LONGEST_TERM = 32_766;
    private static final WordReader INDEX = new WordReader(SearchAnalyzer.forIndex());
    private static final WordReader QUERY = new WordReader(SearchAnalyzer.forQuery());

    private static final List<String> PIECES = List.of(
            "fooBar",
            "HTTPServer",
            "_",
            "__",
            ".",
            ":",
            ",",
            "·",
            "'",
            "’",
            "-",
            "/",
            " ",
            "\n",
            "\t",
            "1",
            "4.3.1",
            "1,000",
            "Ab",
            "A",
            "b",
            "日",
            "本語",
            "ひらがな",
            "カタカナ",
            "ｶﾀ",
            "ー",
            "한국어",
            "가",
            "\u1112\u1161\u11ab",
            "ＡＢ",
            "é",
            "e\u0301",
            "ß",
            "ı",
            "İ",
            "א",
            "ש\"א",
            "مرحبا",
            "👍🏽",
            "👨‍👩‍👧",
            "🇩🇪",
            "\ud801\udc00",
            "𠀀",
            "क्षि",
            "ก",
            "\u200d",
            "\ufe0f",
            "\u0300",
            "ﬁ",
            "ﷺ",
            "㎏",
            "\ufffd",
            "#️⃣");

    private static List<String> words(WordReader reader, String text) {
        return reader.read(text).stream().map(WordReader.Read::word).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            maxRetries            | max retries
            HTTPServer            | http server
            parseHTTPResponse     | parse http response
            max_retries           | max retries
            __init__              | init
            java.util.List        | java util list
            std::vector           | std vector
            src/main/Api.java     | src main api java
            4.3.1                 | 4 3 1
            1,000,000             | 1 000 000
            utf8                  | utf8
            v4.3.1                | v 4 3 1
            node_v22              | node v 22
            dev8                  | dev8
            sha256Sum             | sha256 sum
            foo-bar               | foo bar
            Straße                | strasse
            CAFÉ                  | cafe
            naïve                 | naive
            ＡＢＣ１２３          | abc123
            ｶﾀｶﾅ                  | カタ タカ カナ
            日本語                | 日本 本語
            日                    | 日
            한국어                | 한국 국어
            ひらがな              | ひら らが がな
            שלום                  | שלום
            مرحبا                 | مرحبا
            Привет                | привет
            """)
    void a_query_has_one_word_for_each_part(String text, String words) {
        assertThat(words(QUERY, text)).containsExactly(words.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            maxRetries     | maxretries max retries
            java.util.List | java.util.list java util list
            _x             | _x x
            plain          | plain
            日本語         | 日 日本 本 本語 語
            """)
    void the_index_keeps_the_whole_beside_its_parts(String text, String words) {
        assertThat(words(INDEX, text)).containsExactly(words.split(" ", -1));
    }

    @Test
    void the_whole_stands_where_its_first_part_stands() {
        assertThat(INDEX.read("a maxRetries b"))
                .extracting(WordReader.Read::place)
                .containsExactly(0, 1, 1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cafe\u0301", "A\u030angstro\u0308m", "\u1112\u1161\u11ab\u1100\u116e\u11a8"})
    void letters_with_marks_of_their_own_are_the_same_as_whole_ones(String taken) {
        var whole = java.text.Normalizer.normalize(taken, java.text.Normalizer.Form.NFC);
        assertThat(words(QUERY, taken)).isEqualTo(words(QUERY, whole));
        assertThat(words(INDEX, taken)).isEqualTo(words(INDEX, whole));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr", "az", "lt", "de", "ar"})
    void words_are_the_same_wherever_the_host_is(String language) {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.of(language));
            assertThat(words(QUERY, "INDIGO İstanbul ılık")).containsExactly("indigo", "istanbul", "ilik");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"->", "...", "::", "()", "—", " \n"})
    void punctuation_alone_has_no_words(String text) {
        assertThat(words(QUERY, text)).isEmpty();
        assertThat(words(INDEX, text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"👍🏽", "👨‍👩‍👧", "🇩🇪", "#️⃣"})
    void an_emoji_is_one_word(String emoji) {
        assertThat(words(QUERY, "well " + emoji + " done")).containsExactly("well", emoji, "done");
    }

    static Stream<String> texts() {
        var random = new Random(7);
        var mixed = Stream.generate(() -> mixed(random)).limit(3_000);
        var repeated = PIECES.stream().map(it -> it.repeat(600));
        return Stream.of(
                        repeated,
                        HostileTexts.all().values().stream().map(it -> it.substring(0, Math.min(5_000, it.length()))),
                        mixed)
                .flatMap(it -> it);
    }

    private static String mixed(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(1, 12); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())).repeat(random.nextInt(20) == 0 ? 300 : 1));
        }
        return text.toString();
    }

    /// A place outside the text, or before the one that came last, makes the index refuse the whole turn.
    @Test
    void every_word_stands_inside_the_text_and_none_before_the_last_one() {
        assertThat(texts()).allSatisfy(text -> {
            for (var reader : List.of(INDEX, QUERY)) {
                int start = 0;
                int place = 0;
                for (var word : reader.read(text)) {
                    assertThat(word.start()).isBetween(start, word.end());
                    assertThat(word.end()).isLessThanOrEqualTo(text.length());
                    assertThat(word.place()).isGreaterThanOrEqualTo(place);
                    assertThat(word.word().length()).isBetween(1, LONGEST_TERM / 4);
                    assertThat(isWhole(text, word.start()) && isWhole(text, word.end()))
                            .as("%s in %s", word, text)
                            .isTrue();
                    start = word.start();
                    place = word.place();
                }
            }
        });
    }

    private static boolean isWhole(String text, int at) {
        return at == 0 || at == text.length() || !Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    }

    @Test
    void every_word_of_a_query_for_a_text_is_in_the_index_of_it() {
        assertThat(texts()).allSatisfy(text -> assertThat(words(INDEX, text)).containsAll(words(QUERY, text)));
    }

    @Test
    void what_is_longer_than_a_word_may_be_is_found_by_all_its_pieces() {
        var pieces = words(QUERY, "x".repeat(1_000));
        assertThat(String.join("", pieces)).isEqualTo("x".repeat(1_000));
        assertThat(pieces).hasSizeGreaterThan(1);
    }

    @Test
    void reading_stops_where_it_has_to_end() {
        var text = "word ".repeat(10_000);
        assertThat(INDEX.read(text, () -> true)).hasSizeLessThan(300).isNotEmpty();
        assertThat(INDEX.read(text)).hasSize(10_000);
    }
}
