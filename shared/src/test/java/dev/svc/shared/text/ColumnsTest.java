package dev.svc.shared.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {

    @ParameterizedTest
    @CsvSource({
        "a, 1",
        "ä, 1",
        "●, 1",
        "─, 1",
        "…, 1",
        "世, 2",
        "ア, 2",
        "ｱ, 1",
        "한, 2",
        "，, 2",
        "🚀, 2",
        "❤, 1",
        "❤️, 2",
        "👩‍🚀, 2",
        "🇩🇪, 2",
        "é, 1",
        "𠀀, 2",
        "„, 1"
    })
    void a_character_as_people_see_it_takes_its_columns(String cluster, int columns) {
        assertThat(Columns.ofCluster(cluster, 0, cluster.length())).isEqualTo(columns);
    }

    @Test
    void whatever_java_calls_an_emoji_is_wide() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.isEmojiPresentation(c) && c >= 0x1100) {
                assertThat(Columns.of(c)).as("%x", c).isEqualTo(2);
            }
        }
    }

    @Test
    void every_letter_of_the_wide_scripts_is_wide() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.isIdeographic(c) && Character.getType(c) == Character.OTHER_LETTER) {
                assertThat(Columns.of(c)).as("%x", c).isEqualTo(2);
            }
        }
    }
}
