package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.control.StuckFile;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcTableTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    private Path proc;

    private ProcTable table;

    @BeforeEach
    void a_system_that_has_been_up_for_an_hour() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("uptime"), "3600.00 7000.00\n");
        Files.writeString(proc.resolve("stat"), "");
        table = table(Waiting.PATIENCE);
    }

    private ProcTable table(Duration patience) throws IOException {
        return new ProcTable(proc, new ProcessMemory(proc, patience), NOON);
    }

    private void process(long pid, String start, String... words) throws IOException {
        processIn("S", pid, start, words);
    }

    private void processIn(String state, long pid, String start, String... words) throws IOException {
        var folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (a ) (b) " + state + " 7 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 8 0 " + start + " 58 51 1");
        Files.writeString(folder.resolve("cmdline"), String.join("\0", words) + (words.length == 0 ? "" : "\0"));
    }

    private static boolean isClaude(List<String> argv) {
        return LivingProcess.isCommand(argv, "claude");
    }

    private List<Long> look() {
        return table.look(ProcTableTest::isClaude).stream()
                .map(LivingProcess::pid)
                .toList();
    }

    @Test
    void those_whose_words_somebody_knows_are_found_the_oldest_first() throws IOException {
        process(41, "7200", "/usr/bin/claude", "--resume");
        process(42, "3600", "node", "--no-warnings", "/opt/bin/claude");
        process(43, "100", "vim", "claude");
        assertThat(look()).containsExactly(42L, 41L);
        var process = new ArrayList<>(table.look(ProcTableTest::isClaude)).getFirst();
        assertThat(process.startedAt()).isEqualTo(NOON.minusSeconds(3600).plusSeconds(36));
        assertThat(process.parent()).isEqualTo(7);
    }

    @Test
    void a_shell_that_becomes_the_program_is_found_though_its_number_stays() throws IOException {
        process(41, "1", "sh", "-c", "exec claude");
        assertThat(look()).isEmpty();
        process(41, "1", "claude");
        assertThat(look()).containsExactly(41L);
    }

    @Test
    void a_number_that_is_used_again_is_another_process() throws IOException {
        process(41, "1", "claude");
        assertThat(look()).containsExactly(41L);
        process(41, "2", "vim");
        assertThat(look()).isEmpty();
        process(41, "3", "claude");
        assertThat(look()).containsExactly(41L);
    }

    @Test
    void an_old_number_is_looked_at_again_within_a_round() throws IOException {
        process(41, "1", "vim");
        for (int i = 0; i < 20; i++) {
            assertThat(look()).isEmpty();
        }
        process(41, "2", "claude");
        var found = new ArrayList<Long>();
        for (int i = 0; i < 15; i++) {
            found.addAll(look());
        }
        assertThat(found).contains(41L);
    }

    @Test
    void what_has_ended_and_waits_for_its_parent_works_on_nothing() throws IOException {
        processIn("Z", 41, "1", "claude");
        assertThat(look()).isEmpty();
        assertThat(table.find(41, "1")).isEmpty();
    }

    @Test
    void number_and_start_name_one_process() throws IOException {
        process(41, "1", "claude");
        assertThat(table.find(41, "1")).isPresent();
        assertThat(table.find(41, "2")).isEmpty();
        assertThat(table.find(42, "1")).isEmpty();
    }

    private LivingProcess claude(long pid, String start) {
        return table.find(pid, start).orElseThrow();
    }

    @Test
    void one_that_was_found_by_its_number_is_known_until_its_turn_comes() throws IOException {
        process(41, "1", "sh");
        assertThat(claude(41, "1").argv()).containsExactly("sh");
        process(41, "1", "sh", "later");
        look();
        assertThat(claude(41, "1").argv()).containsExactly("sh");
        for (int i = 0; i < 15; i++) {
            look();
            claude(41, "1");
        }
        assertThat(claude(41, "1").argv()).containsExactly("sh", "later");
    }

    @Test
    void one_that_was_found_by_its_number_is_another_once_the_number_is_used_again() throws IOException {
        process(41, "1", "sh");
        assertThat(table.find(41, "1")).isPresent();
        process(41, "2", "vim");
        assertThat(table.find(41, "1")).isEmpty();
        assertThat(claude(41, "2").argv()).containsExactly("vim");
    }

    @Test
    void one_that_was_found_by_its_number_is_gone_with_its_end() throws IOException {
        process(41, "1", "sh");
        assertThat(table.find(41, "1")).isPresent();
        processIn("Z", 41, "1", "sh");
        assertThat(table.find(41, "1")).isEmpty();
        assertThat(table.isAlive(41, "1")).isFalse();
    }

    @Test
    void a_process_lives_as_long_as_number_and_start_are_there() throws IOException {
        process(41, "1", "claude");
        assertThat(table.isAlive(41, "1")).isTrue();
        assertThat(table.isAlive(41, "2")).isFalse();
        assertThat(table.isAlive(42, "1")).isFalse();
    }

    @Test
    void of_its_environment_only_the_terminal_is_known() throws IOException {
        process(41, "1", "claude");
        Files.writeString(
                proc.resolve("41/environ"), "API_KEY=secret\0TMUX=/tmp/tmux-0/default,1,0\0TMUX_PANE=%3\0HOME=/x\0");
        assertThat(table.find(41, "1").orElseThrow().environment())
                .isEqualTo(Map.of("TMUX", "/tmp/tmux-0/default,1,0", "TMUX_PANE", "%3"));
    }

    @Test
    void a_terminal_that_is_gone_is_none() throws IOException {
        process(41, "1", "claude");
        var folder = Files.createDirectories(proc.resolve("41/fd"));
        Files.createSymbolicLink(folder.resolve("0"), Path.of("/dev/pts/5 (deleted)"));
        assertThat(table.find(41, "1").orElseThrow().terminal()).isNull();
        Files.delete(folder.resolve("0"));
        Files.createSymbolicLink(folder.resolve("0"), Path.of("/dev/pts/5"));
        process(41, "2", "claude");
        assertThat(table.find(41, "2").orElseThrow().terminal()).isEqualTo(Path.of("/dev/pts/5"));
    }

    @Test
    void what_is_not_what_proc_says_is_no_process() throws IOException {
        process(41, "1", "claude");
        for (var strange : List.of("", "41 (x)", "41 (x) S a b c", "\0\0\0")) {
            Files.writeString(proc.resolve("41/stat"), strange);
            assertThat(look()).isEmpty();
        }
        Files.createDirectories(proc.resolve("99999999999999999999"));
        Files.createDirectories(proc.resolve("not-a-number"));
        assertThat(look()).isEmpty();
    }

    @Test
    void a_process_that_is_stuck_in_its_memory_holds_up_no_look_and_is_seen_when_it_is_free() throws Exception {
        table = table(Duration.ofSeconds(1));
        process(41, "7200");
        var stuck = StuckFile.at(proc.resolve("41/cmdline"));
        assertThat(look()).isEmpty();
        process(42, "3600", "claude");
        Waiting.until(() -> look().equals(List.of(42L)));
        stuck.release();
        process(41, "7200", "claude");
        Waiting.until(() -> look().equals(List.of(42L, 41L)));
    }
}
