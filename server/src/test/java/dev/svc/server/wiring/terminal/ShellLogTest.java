package dev.svc.server.wiring.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.shell.ShellBook;
import dev.svc.server.engine.shell.ShellProvider;
import dev.svc.server.terminal.ring.ReplayPoint;
import dev.svc.server.terminal.ring.Ring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellLogTest {
    private static final String ID = "5e550000-0000-4000-8000-000000000001";
    private static final InstantSource NOW = InstantSource.fixed(Instant.parse("2026-11-01T10:00:00Z"));
    private static final int KEPT = 4096;

    @TempDir
    Path home;

    private Ring ring;
    private ShellBook book;
    private ShellLog log;

    @BeforeEach
    void begin() throws IOException {
        ring = Ring.open(home.resolve("ring"), KEPT);
        book = new ShellProvider(new EngineSettings(home, List.of(), null, null, Map.of()), home.resolve("shells"))
                .book();
        Files.createDirectory(home.resolve("shells"));
        Files.writeString(written(), "{\"type\":\"begun\",\"id\":\"" + ID + "\",\"folder\":\"/work\"}\n");
        log = follow();
    }

    @AfterEach
    void close() throws IOException {
        ring.close();
    }

    private ShellLog follow() throws IOException {
        return new ShellLog(book, ID, NOW, new byte[ShellLog.PIECE]);
    }

    private Path written() {
        return home.resolve("shells").resolve(ID + ".jsonl");
    }

    private void prints(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        ring.append(bytes, 0, bytes.length);
    }

    /// More than the ring keeps; a replay can begin after it.
    private void printsTooMuch() {
        prints("lost\r\n".repeat(KEPT));
        ring.point(new ReplayPoint(ring.end(), true, ""));
    }

    /// A full-screen program draws a page; the log takes nothing of it, and a replay can begin after it.
    private void draws() {
        prints("\u001b[H" + "drawn ".repeat(KEPT / 12));
        ring.point(new ReplayPoint(ring.end(), false, "\u001b[?1049h"));
    }

    /// Altogether more than the ring keeps, and read page by page.
    private void drawsManyPages() throws IOException {
        prints("\u001b[?1049h");
        for (int page = 0; page < 20; page++) {
            draws();
            rounds();
        }
    }

    /// Long enough without output that all is written down.
    private void rounds() throws IOException {
        for (int i = 0; i < 3; i++) {
            round();
        }
    }

    /// The full-screen program ends, and a line follows.
    private void leavesTheScreen() throws IOException {
        prints("\u001b[?1049ltwo\r\n");
        rounds();
    }

    private void round() throws IOException {
        log.round(reading -> Optional.of(reading.read(ring)));
    }

    /// The service stops as it should, and another one begins.
    private void restarts() throws IOException {
        log.leave();
        log = follow();
    }

    /// What is said in the log after its beginning, and a dash where some may be missing.
    private List<String> said() throws IOException {
        var said = new ArrayList<String>();
        for (var line : Files.readAllLines(written())) {
            var entry = new ObjectMapper().readTree(line);
            switch (entry.path("type").asText()) {
                case "printed" -> said.add(entry.path("text").asText());
                case "missed" -> said.add("-");
                default -> {}
            }
        }
        return said;
    }

    @Test
    void what_follows_is_written_down_once() throws IOException {
        prints("one\r\n");
        rounds();
        prints("two\r\n");
        rounds();
        log = follow();
        rounds();
        assertThat(said()).containsExactly("one", "two");
    }

    @Test
    void where_more_was_printed_than_is_kept_some_is_missing() throws IOException {
        prints("one\r\n");
        rounds();
        printsTooMuch();
        prints("two\r\n");
        rounds();
        assertThat(said()).containsExactly("one", "-", "two");
    }

    @Test
    void where_output_was_not_received_some_is_missing() throws IOException {
        prints("one\r\n");
        ring.gap();
        prints("two\r\n");
        rounds();
        log = follow();
        rounds();
        assertThat(said()).containsExactly("one", "-", "two");
    }

    @Test
    void a_full_screen_program_that_is_read_all_the_time_misses_nothing() throws IOException {
        prints("one\r\n");
        drawsManyPages();
        leavesTheScreen();
        assertThat(said()).containsExactly("one", "two");
    }

    /// Nobody knows after it whether all of it was drawn: lines just before it may be among what is gone.
    @Test
    void after_a_kill_beside_a_full_screen_program_that_printed_more_than_is_kept_some_may_be_missing()
            throws IOException {
        prints("one\r\n");
        drawsManyPages();
        log = follow();
        draws();
        leavesTheScreen();
        assertThat(said()).containsExactly("one", "-", "two");
    }

    /// The service stopped as it should, so it is known how far that program was read, and that nothing else was
    /// printed.
    @Test
    void after_an_orderly_restart_beside_a_full_screen_program_nothing_is_missing() throws IOException {
        prints("one\r\n");
        drawsManyPages();
        restarts();
        draws();
        round();
        restarts();
        draws();
        leavesTheScreen();
        assertThat(said()).containsExactly("one", "two");
    }

    @Test
    void lines_just_before_a_full_screen_program_that_never_pauses_outlive_an_orderly_restart() throws IOException {
        prints("one\r\nhalf a line\u001b[?1049h");
        for (int page = 0; page < 20; page++) {
            draws();
            round();
        }
        restarts();
        draws();
        leavesTheScreen();
        assertThat(String.join("\n", said())).isEqualTo("one\nhalf a line\ntwo");
    }

    /// After a kill beside it, there was a place where some may be missing; that it is shown there is known as well.
    @Test
    void what_a_full_screen_program_shows_is_no_text_after_two_restarts_either() throws IOException {
        prints("one\r\n\u001b[?1049h");
        rounds();
        ring.gap();
        round();
        restarts();
        prints("drawn");
        rounds();
        restarts();
        prints("drawn");
        leavesTheScreen();
        assertThat(said()).containsExactly("one", "-", "two");
    }

    @Test
    void where_nothing_was_read_since_the_last_restart_nothing_is_written_down() throws IOException {
        prints("one\r\n\u001b[?1049h");
        rounds();
        restarts();
        var before = Files.readString(written());
        rounds();
        restarts();
        assertThat(Files.readString(written())).isEqualTo(before);
    }

    @Test
    void a_program_that_prints_without_a_pause_is_written_down_meanwhile() throws IOException {
        for (int line = 1; line <= 20; line++) {
            prints("line " + line + "\r\n");
            round();
        }
        assertThat(String.join("\n", said())).startsWith("line 1\nline 2\n").contains("line 15");
        rounds();
        assertThat(String.join("\n", said()).lines()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void lines_that_a_program_still_draws_over_are_written_down_as_they_were_left() throws IOException {
        for (int part = 1; part <= 20; part++) {
            prints("a " + part + "%\r\nb " + part + "%\r\n\u001b[2A");
            round();
        }
        restarts();
        prints("a done\u001b[K\r\nb done\u001b[K\r\n");
        rounds();
        assertThat(said()).containsExactly("a done\nb done");
    }

    @Test
    void a_log_that_has_taken_all_it_may_takes_no_more_from_a_later_service() throws IOException {
        Files.writeString(written(), "{\"type\":\"full\",\"upto\":0}\n", StandardOpenOption.APPEND);
        var before = Files.readString(written());
        log = follow();
        prints("one\r\n");
        ring.gap();
        prints("two\r\n");
        rounds();
        log.end(reading -> Optional.of(reading.read(ring)));
        assertThat(Files.readString(written())).isEqualTo(before);
    }
}
