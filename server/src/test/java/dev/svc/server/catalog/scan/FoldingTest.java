package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldingTest {
    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            " ",
            "\n",
            "é",
            "e\u0301",
            "Ü",
            "ß",
            "ﬁ",
            "İ",
            "ı",
            "Ł",
            "ſ",
            "日本",
            "が",
            "か\u3099",
            "Привет",
            "ё",
            "Άνθρωπος",
            "한",
            "각",
            "😀",
            "\ud83d",
            "\u0301",
            "٣",
            "نص",
            "½",
            "Å");

    @ParameterizedTest
    @CsvSource({
        "ÀÉÎÕÜ, aeiou",
        "e\u0301tude, etude",
        "Straße, strasse",
        "GROẞ, gross",
        "日本語 ÜBER, 日本語 uber",
        "Ёлка, елка",
        "plain TEXT, plain text",
    })
    void case_and_accents_go(String text, String folded) {
        assertThat(Folding.fold(text)).isEqualTo(folded);
    }

    @Test
    void folding_in_stretches_says_what_folding_at_once_says() {
        var random = new Random(11);
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            assertThat(Folding.fold(text.toString())).as(text.toString()).isEqualTo(Folding.foldWhole(text.toString()));
        }
    }

    @Test
    void every_character_of_the_basic_plane_is_folded_by_the_one_rule() {
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            var text = "x" + c + "y";
            assertThat(Folding.fold(text)).as("%04x", (int) c).isEqualTo(Folding.foldWhole(text));
        }
    }
}
