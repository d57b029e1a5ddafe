package dev.svc.server.http.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UploadsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"a", "ü", "漢", "𠮷", "각", "न\u0940"})
    void a_name_too_long_for_the_disk_keeps_its_beginning_and_its_ending(String letter) throws IOException {
        for (int i = 0; i < 12; i++) {
            String kept = store(letter.repeat(100) + ".png").name();
            assertThat(kept).endsWith(".png");
            assertThat(letter.repeat(100)).startsWith(kept.replaceFirst("(-\\d+)?\\.png$", ""));
            assertThat(kept.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(100, 143);
        }
    }

    @Test
    void a_letter_is_never_parted_from_its_marks() {
        String letter = "q\u0323\u0301";
        assertThat(Uploads.safe(letter.repeat(60) + ".txt"))
                .isEqualTo(letter.repeat((120 - ".txt".length()) / 5) + ".txt");
    }

    @Test
    void a_letter_written_in_two_pieces_stays_one() {
        assertThat(Uploads.safe("re\u0301sume\u0301.pdf")).isEqualTo("r\u00e9sum\u00e9.pdf");
    }

    @Test
    void a_letter_with_marks_without_end_is_no_name() {
        assertThat(Uploads.safe("q" + "\u0301".repeat(500) + ".txt")).isEqualTo("file.txt");
    }

    @Test
    void an_ending_that_is_none_is_cut_like_the_rest() {
        assertThat(Uploads.safe("a." + "b".repeat(300))).isEqualTo("a." + "b".repeat(118));
    }

    @Test
    void a_name_that_fits_is_kept_whole() {
        String name = "漢".repeat(38) + ".pdf";
        assertThat(Uploads.safe(name)).isEqualTo(name);
    }

    private Uploads.Stored store(String name) throws IOException {
        return new Uploads(folder, 100).store(name, new ByteArrayInputStream(new byte[1]));
    }
}
