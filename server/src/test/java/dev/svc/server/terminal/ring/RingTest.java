package dev.svc.server.terminal.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingTest {
    private static final int CAPACITY = 4096;

    @TempDir
    Path folder;

    @Test
    void bytes_come_back_at_the_offsets_they_went_in_at() throws IOException {
        try (var ring = open()) {
            append(ring, "hello ");
            append(ring, "world");

            assertThat(read(ring, 6)).isEqualTo("world");
            assertThat(ring.end()).isEqualTo(11);
        }
    }

    @Test
    void what_was_overwritten_says_so_and_what_is_left_is_exact() throws IOException {
        byte[] stream = bytes(CAPACITY * 3 + 777);
        try (var ring = open()) {
            appendInPieces(ring, stream);

            assertThat(ring.start()).isEqualTo(stream.length - CAPACITY);
            assertThat(ring.read(ring.start() - 1, new byte[1], 0, 1)).isEqualTo(-1);
            assertThat(all(ring)).isEqualTo(tail(stream, CAPACITY));
        }
    }

    @Test
    void offsets_and_bytes_survive_a_reopening() throws IOException {
        byte[] stream = bytes(CAPACITY + 100);
        try (var ring = open()) {
            appendInPieces(ring, stream);
        }

        try (var ring = open()) {
            assertThat(ring.end()).isEqualTo(stream.length);
            assertThat(all(ring)).isEqualTo(tail(stream, CAPACITY));
        }
    }

    @Test
    void what_is_older_than_an_offset_is_known_by_the_next_mark_and_survives_a_reopening() throws IOException {
        try (var ring = open()) {
            assertThat(ring.wantsTurns()).isTrue();
            ring.turns(new TurnMark(0, 4));
            append(ring, "hello");
            assertThat(ring.wantsTurns()).isFalse();
            ring.turns(new TurnMark(5, 6));
        }

        try (var ring = open()) {
            assertThat(ring.turnsFrom(0)).hasValue(4);
            assertThat(ring.turnsFrom(1)).hasValue(6);
            assertThat(ring.turnsFrom(6)).isEmpty();
            ring.clear();
            assertThat(ring.turnsFrom(ring.start())).hasValue(6);
        }
    }

    @Test
    void turns_are_wanted_again_while_the_ring_fills_so_that_its_beginning_is_always_known() throws IOException {
        try (var ring = open()) {
            for (int i = 0; i < 400; i++) {
                if (ring.wantsTurns()) {
                    ring.turns(new TurnMark(ring.end(), i));
                }
                append(ring, "x".repeat(CAPACITY / 100));
            }
            assertThat(ring.turnsFrom(ring.start())).isPresent();
            assertThat(ring.turnsFrom(ring.start()).getAsLong()).isBetween(297L, 303L);
        }
    }

    @Test
    void another_capacity_keeps_counting_where_the_old_ring_ended() throws IOException {
        try (var ring = open()) {
            append(ring, "before");
        }

        try (var ring = Ring.open(folder.resolve("ring"), CAPACITY * 2)) {
            append(ring, "after");

            assertThat(ring.start()).isEqualTo(6);
            assertThat(read(ring, 6)).isEqualTo("after");
        }
    }

    @Test
    void a_file_that_is_no_ring_becomes_an_empty_one() throws IOException {
        Files.write(folder.resolve("ring"), new byte[300_000]);

        try (var ring = open()) {
            append(ring, "x");

            assertThat(read(ring, 0)).isEqualTo("x");
        }
    }

    @Test
    void one_append_larger_than_the_ring_leaves_its_end() throws IOException {
        byte[] stream = bytes(CAPACITY * 2 + 5);
        try (var ring = open()) {
            ring.append(stream, 0, stream.length);

            assertThat(all(ring)).isEqualTo(tail(stream, CAPACITY));
        }
    }

    @Test
    void clearing_forgets_the_bytes_and_not_the_count() throws IOException {
        try (var ring = open()) {
            append(ring, "secret");
            ring.clear();
            append(ring, "next");

            assertThat(ring.start()).isEqualTo(6);
            assertThat(read(ring, 6)).isEqualTo("next");
            assertThat(ring.read(0, new byte[6], 0, 6)).isEqualTo(-1);
        }
    }

    @Test
    void gaps_are_told_once_each_and_only_while_they_are_in_reach() throws IOException {
        try (var ring = open()) {
            append(ring, "abc");
            ring.gap();
            ring.gap();
            assertThat(ring.gaps()).containsExactly(3L);

            appendInPieces(ring, bytes(CAPACITY * 2));
            assertThat(ring.gaps()).isEmpty();
        }
    }

    @Test
    void a_replay_begins_at_the_oldest_clean_point_of_the_older_half() throws IOException {
        try (var ring = open()) {
            ring.append(bytes(1000), 0, 1000);
            ring.point(new ReplayPoint(0, false, ""));
            ring.point(new ReplayPoint(400, true, "modes"));
            ring.point(new ReplayPoint(900, true, "late"));

            assertThat(ring.replayPoint()).isEqualTo(new ReplayPoint(400, true, "modes"));
        }
    }

    @Test
    void a_replay_of_the_end_is_no_longer_than_asked_where_it_can_begin_there() throws IOException {
        try (var ring = open()) {
            ring.append(bytes(1000), 0, 1000);
            ring.point(new ReplayPoint(10, false, "first"));
            ring.point(new ReplayPoint(700, false, "second"));

            assertThat(ring.tailPoint(500).modes()).isEqualTo("second");
            assertThat(ring.tailPoint(5000).modes()).isEqualTo("first");
            assertThat(ring.tailPoint(100).modes()).isEqualTo("first");
        }
    }

    @Test
    void a_late_clean_point_does_not_cost_the_scrollback_before_it() throws IOException {
        try (var ring = open()) {
            ring.append(bytes(1000), 0, 1000);
            ring.point(new ReplayPoint(10, false, "line"));
            ring.point(new ReplayPoint(900, true, "late"));

            assertThat(ring.replayPoint().modes()).isEqualTo("line");
        }
    }

    @Test
    void points_survive_a_reopening() throws IOException {
        try (var ring = open()) {
            append(ring, "0123456789");
            ring.point(new ReplayPoint(4, true, "\u001b[?1049h"));
        }

        try (var ring = open()) {
            assertThat(ring.points()).containsExactly(new ReplayPoint(4, true, "\u001b[?1049h"));
        }
    }

    @Test
    void a_reader_beside_the_writer_gets_each_byte_right_or_learns_that_it_is_gone() throws Exception {
        byte[] stream = bytes(3_000_000);
        try (var ring = open()) {
            var wrong = new AtomicBoolean();
            var reader = Thread.startVirtualThread(() -> wrong.set(!readsOnlyTruth(ring, stream)));
            appendInPieces(ring, stream);
            reader.join();

            assertThat(wrong).isFalse();
        }
    }

    private static boolean readsOnlyTruth(Ring ring, byte[] stream) {
        byte[] piece = new byte[512];
        long at = 0;
        while (at < stream.length) {
            int n = ring.read(at, piece, 0, piece.length);
            for (int i = 0; i < n; i++) {
                if (piece[i] != stream[(int) at + i]) {
                    return false;
                }
            }
            at = n < 0 ? ring.start() : at + n;
        }
        return true;
    }

    private Ring open() throws IOException {
        return Ring.open(folder.resolve("ring"), CAPACITY);
    }

    private static void append(Ring ring, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        ring.append(bytes, 0, bytes.length);
    }

    private static void appendInPieces(Ring ring, byte[] stream) {
        var random = new Random(7);
        for (int at = 0; at < stream.length; ) {
            int length = Math.min(stream.length - at, 1 + random.nextInt(700));
            ring.append(stream, at, length);
            at += length;
        }
    }

    private static String read(Ring ring, long offset) {
        byte[] into = new byte[100];
        return new String(into, 0, ring.read(offset, into, 0, into.length), UTF_8);
    }

    private static byte[] all(Ring ring) {
        byte[] into = new byte[(int) (ring.end() - ring.start())];
        assertThat(ring.read(ring.start(), into, 0, into.length)).isEqualTo(into.length);
        return into;
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(42).nextBytes(bytes);
        return bytes;
    }

    private static byte[] tail(byte[] stream, int length) {
        return java.util.Arrays.copyOfRange(stream, stream.length - length, stream.length);
    }
}
