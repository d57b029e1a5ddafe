package dev.svc.server.terminal.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
    private static final int CAPACITY = 4096;
    private static final String FULL_SCREEN = "\u001b[?1049h\u001b[?2004h\u001b[?1h\u001b]2;my title\u0007";

    @TempDir
    Path folder;

    private final List<String> commands = new ArrayList<>();

    @Test
    void a_fresh_stream_replays_from_its_first_byte_without_modes() throws IOException {
        try (var ring = open()) {
            record(new Recorder(ring, commands::add), "hello");

            assertThat(ring.replayPoint()).isEqualTo(new ReplayPoint(0, true, ""));
        }
    }

    @Test
    void once_the_start_is_overwritten_a_replay_knows_the_modes_in_force() throws IOException {
        try (var ring = open()) {
            var recorder = new Recorder(ring, commands::add);
            record(recorder, FULL_SCREEN);
            fill(recorder);

            assertThat(ring.replayPoint().modes())
                    .isEqualTo("\u001b[?1049h\u001b[?1h\u001b[?2004h\u001b]2;my title\u0007");
        }
    }

    @Test
    void a_clear_is_a_clean_place_right_after_its_last_byte() throws IOException {
        try (var ring = open()) {
            var recorder = new Recorder(ring, commands::add);
            fill(recorder);
            long before = ring.end();
            record(recorder, "tail\u001b[2Jnext");

            assertThat(ring.points().getLast()).isEqualTo(new ReplayPoint(before + 8, true, ""));
        }
    }

    @Test
    void the_modes_are_known_again_after_a_restart() throws IOException {
        try (var ring = open()) {
            record(new Recorder(ring, commands::add), FULL_SCREEN + "x");
        }
        commands.clear();

        try (var ring = open()) {
            var recorder = new Recorder(ring, commands::add);

            assertThat(recorder.modes().isAlternate()).isTrue();
            assertThat(recorder.modes().title()).isEqualTo("my title");
            assertThat(commands).as("what was recorded before is not news").isEmpty();
        }
    }

    @Test
    void the_modes_of_a_program_that_draws_without_line_feeds_are_known_again_after_a_restart() throws IOException {
        try (var ring = open()) {
            var recorder = new Recorder(ring, commands::add);
            record(recorder, FULL_SCREEN);
            for (int page = 0; page < 100; page++) {
                record(recorder, "\u001b[H" + "drawn ".repeat(20));
            }
        }
        try (var ring = open()) {
            assertThat(ring.replayPoint().modes()).startsWith("\u001b[?1049h");
            assertThat(new Recorder(ring, commands::add).modes().isAlternate()).isTrue();
        }
    }

    @Test
    void commands_are_heard_across_any_cut() throws IOException {
        try (var ring = open()) {
            var recorder = new Recorder(ring, commands::add);
            for (char c : "\u001b]7501;?\u001b\\".toCharArray()) {
                record(recorder, String.valueOf(c));
            }

            assertThat(commands).containsExactly("7501;?");
        }
    }

    private Ring open() throws IOException {
        return Ring.open(folder.resolve("ring"), CAPACITY);
    }

    private static void fill(Recorder recorder) {
        for (int i = 0; i < 200; i++) {
            record(recorder, "a line of forty characters, more or less\n");
        }
    }

    private static void record(Recorder recorder, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        recorder.record(bytes, bytes.length);
    }
}
