package dev.svc.server.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireFieldsTest {
    private static byte[] message() {
        return new FieldsWriter()
                .text(1, "größe \uD83D\uDE00")
                .number(2, -7)
                .number(3, Long.MAX_VALUE)
                .flag(4, true)
                .bytes(300, new byte[] {1, 2, 3})
                .bytes(300, new byte[0])
                .written();
    }

    @Test
    void what_is_written_is_read() throws Exception {
        var fields = WireFields.parse(message(), 1_000);
        assertThat(fields.text(1, 100)).isEqualTo("größe \uD83D\uDE00");
        assertThat(fields.number(2, 0)).isEqualTo(-7);
        assertThat(fields.number(3, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(fields.flag(4)).isTrue();
        assertThat(fields.all(300)).containsExactly(new byte[] {1, 2, 3}, new byte[0]);
    }

    @Test
    void what_is_missing_has_a_value_of_its_own() throws Exception {
        var fields = WireFields.parse(new byte[0], 10);
        assertThat(fields.text(1, 10)).isNull();
        assertThat(fields.number(1, 42)).isEqualTo(42);
        assertThat(fields.flag(1)).isFalse();
        assertThat(fields.bytes(1)).isEmpty();
    }

    @Test
    void a_field_of_a_later_release_is_skipped() throws Exception {
        byte[] later =
                new FieldsWriter().bytes(9_999, new byte[50]).text(1, "known").written();
        assertThat(WireFields.parse(later, 1_000).text(1, 10)).isEqualTo("known");
    }

    @Test
    void a_long_text_is_cut_between_two_characters() throws Exception {
        var fields = WireFields.parse(message(), 1_000);
        assertThat(fields.text(1, 7)).isEqualTo("größe ");
    }

    @Test
    void more_bytes_than_are_allowed_are_not_looked_at() {
        assertThatThrownBy(() -> WireFields.parse(new byte[10 << 20], 1 << 20)).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_text_that_is_no_text_is_refused() throws Exception {
        var fields = WireFields.parse(
                new FieldsWriter().bytes(1, new byte[] {(byte) 0xc3}).written(), 100);
        assertThatThrownBy(() -> fields.text(1, 10)).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_message_that_breaks_off_within_a_field_is_refused() {
        byte[] whole = new FieldsWriter().text(1, "only one field").written();
        for (int length = 1; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> WireFields.parse(part, 100)).isInstanceOf(MalformedException.class);
        }
    }

    @Test
    void bytes_of_chance_are_read_or_refused_and_nothing_else() {
        var random = new Random(30);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            try {
                var fields = WireFields.parse(bytes, 60);
                for (int field = 0; field < 10; field++) {
                    var _ = fields.all(field);
                    var _ = fields.number(field, 0);
                    var _ = fields.text(field, 5);
                }
            } catch (MalformedException refused) {
                assertThat(refused.getMessage()).isNotEmpty();
            }
        }
    }
}
