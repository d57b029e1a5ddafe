package dev.svc.server.engine.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BytesTest {

    @Test
    void every_search_finds_what_a_plain_loop_finds() {
        var random = new Random(7);
        for (int round = 0; round < 5_000; round++) {
            var bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            int from = random.nextInt(bytes.length + 1);
            char one = (char) random.nextInt(256);
            char other = (char) (bytes.length > 0 && random.nextBoolean() ? bytes[0] & 0xff : '"');
            assertThat(Bytes.findEither(bytes, from, bytes.length, one, other))
                    .isEqualTo(plainly(bytes, from, one, other));
            assertThat(Bytes.findLast(bytes, from, bytes.length, one)).isEqualTo(plainlyLast(bytes, from, one));
        }
    }

    @Test
    void a_needle_is_found_at_its_first_place() {
        var text = "aaabaaabaaac".getBytes(UTF_8);
        assertThat(Bytes.find(text, 0, text.length, "aaac".getBytes(UTF_8))).isEqualTo(8);
        assertThat(Bytes.find(text, 1, text.length, "aaab".getBytes(UTF_8))).isEqualTo(4);
        assertThat(Bytes.find(text, 0, 11, "aaac".getBytes(UTF_8))).isEqualTo(-1);
        assertThat(Bytes.find(text, 0, 2, "aaac".getBytes(UTF_8))).isEqualTo(-1);
    }

    private static int plainly(byte[] bytes, int from, char one, char other) {
        for (int i = from; i < bytes.length; i++) {
            if ((bytes[i] & 0xff) == one || (bytes[i] & 0xff) == other) {
                return i;
            }
        }
        return bytes.length;
    }

    private static int plainlyLast(byte[] bytes, int from, char wanted) {
        for (int i = bytes.length - 1; i >= from; i--) {
            if ((bytes[i] & 0xff) == wanted) {
                return i;
            }
        }
        return -1;
    }
}
