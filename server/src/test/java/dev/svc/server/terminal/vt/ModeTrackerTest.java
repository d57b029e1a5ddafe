package dev.svc.server.terminal.vt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModeTrackerTest {
    private static final List<String> PIECES = List.of(
            "word ",
            "über 日本 🚀\r\n",
            "\u001b[0m",
            "\u001b[38;2;1;22;133m",
            "\u001b[4:3m",
            "\u001b[12;40H",
            "\u001b[K",
            "\u001b[1J",
            "\u001b[2J",
            "\u001b[3;J",
            "\u001b[?2J",
            "\u001b[2 J",
            "\u001b[?1049h",
            "\u001b[?1049l",
            "\u001b[?25;2004h",
            "\u001b[?1l",
            "\u001b[>1u",
            "\u001b[<u",
            "\u001b[>4;2m",
            "\u001b[!p",
            "\u001bc",
            "\u001b]2;a \u001b[2Jtitle\u0007",
            "\u001bPq\u001b[2J\u001b\\",
            "\u001b[3\u001b[2J",
            "\u001b[3\u0018J",
            "\u001b[1\n2m",
            "\u001b[9999999999999m",
            "\u001b[");

    /// What a stream came to: the modes at its end, and where the screen was empty.
    private record Read(String modes, List<Integer> clean) {}

    @Test
    void a_stream_means_the_same_in_one_piece_and_byte_by_byte() {
        var random = new Random(3);
        for (int i = 0; i < 2000; i++) {
            byte[] stream = stream(random);
            assertThat(read(stream, stream.length))
                    .as(() -> new String(stream, UTF_8).replace('\u001b', '^'))
                    .isEqualTo(read(stream, 1))
                    .isEqualTo(read(stream, 1 + random.nextInt(12)));
        }
    }

    @Test
    void an_erased_screen_is_seen_behind_colours() {
        assertThat(read("\u001b[1;31mred\u001b[0m\u001b[2Jnext".getBytes(UTF_8), 100)
                        .clean())
                .containsExactly(18);
    }

    private static byte[] stream(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString().getBytes(UTF_8);
    }

    private static Read read(byte[] stream, int piece) {
        var tracker = new ModeTracker(_ -> {});
        var clean = new ArrayList<Integer>();
        for (int from = 0; from < stream.length; from += piece) {
            byte[] bytes = Arrays.copyOfRange(stream, from, Math.min(stream.length, from + piece));
            int at = 0;
            while (at < bytes.length) {
                at = tracker.read(bytes, at, bytes.length);
                if (tracker.isClean()) {
                    clean.add(from + at);
                }
            }
        }
        return new Read(tracker.modes().sequences(), clean);
    }
}
