package dev.svc.server.fleet.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyMessageTest {
    private static final CopyMark SEVEN = new CopyMark(7, "ab".repeat(32));
    private static final CopyMark NINE = new CopyMark(9, "cd".repeat(32));

    private static byte[] with(CopyMark after, CopyMark until, long count, String... lines) {
        return new CopyMessage(after, until, count, 0, List.of(lines)).written();
    }

    @Test
    void what_is_written_is_read() throws Exception {
        var message = new CopyMessage(SEVEN, NINE, 3, 1, List.of("{\"seq\":8}", "{\"title\":\"Grüße\"}"));
        assertThat(CopyMessage.read(message.written())).isEqualTo(message);
        assertThat(CopyMessage.read(with(CopyMark.NONE, SEVEN, 1)).lines()).isEmpty();
    }

    @Test
    void one_that_stands_for_nothing_or_goes_back_is_refused() {
        for (byte[] written : List.of(
                with(SEVEN, SEVEN, 1, "x"),
                with(NINE, SEVEN, 1, "x"),
                with(SEVEN, NINE, 0, "x"),
                with(new CopyMark(-1, ""), NINE, 1, "x"),
                with(new CopyMark(0, "ab".repeat(32)), NINE, 1, "x"),
                with(CopyMark.NONE, new CopyMark(9, "no hash"), 1, "x"))) {
            assertThatThrownBy(() -> CopyMessage.read(written)).isInstanceOf(MalformedException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"two\nlines", "two\rlines", "\n"})
    void a_line_is_one_line(String line) {
        assertThatThrownBy(() -> CopyMessage.read(with(SEVEN, NINE, 1, line))).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_line_that_is_too_long_or_no_text_is_refused() {
        assertThatThrownBy(() -> CopyMessage.read(with(SEVEN, NINE, 1, "x".repeat(CopyMessage.LONGEST_LINE + 1))))
                .isInstanceOf(MalformedException.class);
        byte[] broken = new FieldsWriter()
                .number(3, 9)
                .text(4, NINE.hash())
                .number(5, 1)
                .bytes(6, new byte[] {(byte) 0xc3, 0x28})
                .written();
        assertThatThrownBy(() -> CopyMessage.read(broken)).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_part_of_one_is_refused_or_has_fewer_lines() throws Exception {
        byte[] whole = with(SEVEN, NINE, 2, "one", "two");
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            try {
                assertThat(CopyMessage.read(part).lines()).hasSizeLessThan(2);
            } catch (MalformedException refused) {
                assertThat(refused).hasMessageNotContaining("null");
            }
        }
    }
}
