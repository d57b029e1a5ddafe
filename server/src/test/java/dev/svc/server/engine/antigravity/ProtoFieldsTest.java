package dev.svc.server.engine.antigravity;

import static dev.svc.server.engine.antigravity.AgyStoreBuilder.message;
import static dev.svc.server.engine.antigravity.AgyStoreBuilder.number;
import static dev.svc.server.engine.antigravity.AgyStoreBuilder.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProtoFieldsTest {
    @Test
    void fields_are_found_by_their_numbers_in_nested_messages() {
        byte[] bytes = message(1, number(3, 7), text(1, "file:///a"), text(1, "file:///b"), number(5, -1));
        var inner = new ProtoFields(bytes).message(1).orElseThrow();

        assertThat(inner.text(1)).contains("file:///a");
        assertThat(inner.number(3)).hasValue(7);
        assertThat(inner.number(5)).hasValue(-1);
        assertThat(inner.number(4)).isEmpty();
        assertThat(inner.text(3)).isEmpty();
    }

    @Test
    void the_length_ends_a_text_whatever_follows_it() {
        var longer = "file:///" + "x".repeat(300);
        var fields = new ProtoFields(message(1, text(1, longer), number(0x2f / 8, 1), text(6, "/more")));

        assertThat(fields.message(1).orElseThrow().text(1)).contains(longer);
    }

    @Test
    void fields_of_fixed_width_are_stepped_over() {
        byte[] bytes = HexFormat.of().parseHex("090102030405060708" + "1501020304" + "1805");

        assertThat(new ProtoFields(bytes).number(3)).hasValue(5);
    }

    @Test
    void what_is_no_text_is_none() {
        assertThat(new ProtoFields(HexFormat.of().parseHex("0a02c328")).text(1)).isEmpty();
    }

    @Test
    void a_message_ends_where_its_bytes_make_no_sense() {
        for (var hex : new String[] {
            "",
            "0a",
            "0aff",
            "0affffffff7f",
            "0affffffffffffffffff01",
            "80",
            "00",
            "0b",
            "0f01",
            "ffffffffffffffffffff01",
            "09010203"
        }) {
            var fields = new ProtoFields(HexFormat.of().parseHex(hex));
            assertThat(fields.message(1)).as(hex).isEmpty();
            assertThat(fields.number(1)).as(hex).isEmpty();
        }
    }

    @Test
    void no_bytes_at_all_lead_astray() {
        var random = new Random(11);
        byte[] whole = message(1, text(1, "file:///home"), number(2, 1_781_500_000L), message(7, text(1, "file:///b")));
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            for (int flips = random.nextInt(4); flips > 0 && bytes.length > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            var fields = new ProtoFields(bytes);
            assertThat(fields.text(7).orElse("")).hasSizeLessThanOrEqualTo(bytes.length);
            assertThat(fields.message(1).flatMap(inner -> inner.text(1)).orElse(""))
                    .hasSizeLessThanOrEqualTo(bytes.length);
        }
    }
}
