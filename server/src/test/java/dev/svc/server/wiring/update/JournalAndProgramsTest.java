package dev.svc.server.wiring.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.sidecar.Sidecar;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalAndProgramsTest {
    private static final Instant START = Instant.parse("2026-11-02T10:00:00Z");
    private static final int COPIES = 100;

    @TempDir
    private Path folder;

    private Path journal;
    private Path copy;
    private Path sidecar;
    private JournalAndPrograms data;

    @BeforeEach
    void a_home() {
        var home = folder.resolve("svc");
        var config = Config.load(
                new Platform(
                        Platform.Family.LINUX,
                        folder,
                        Map.of(
                                "SVC_HOME", home.toString(),
                                "SVC_JOURNAL_DIR", folder.resolve("journal").toString(),
                                "SVC_RUNTIME_DIR", folder.resolve("run").toString())),
                null);
        journal = folder.resolve("journal");
        copy = folder.resolve("trial/journal");
        sidecar = folder.resolve("metadata.json");
        data = new JournalAndPrograms(config);
    }

    private static SessionId session(int number) {
        return new SessionId(EngineKey.CODEX, "session-" + number);
    }

    /// A journal as a service holds it in one week.
    private record Held(ChronicleJournal journal, Metadata metadata) implements AutoCloseable {
        static Held open(Path journal, int week) {
            var clock = Clock.fixed(START.plus(Duration.ofDays(7L * week)), ZoneOffset.UTC);
            var opened = ChronicleJournal.open(journal, clock);
            return new Held(opened, new Metadata(opened, clock));
        }

        void favourite(int number) {
            var _ = metadata.favourite(session(number), Actor.CLI);
        }

        @Override
        public void close() {
            metadata.close();
            journal.close();
        }
    }

    /// A favourite a week, each week in a file of its own.
    private static void write(Path journal, int weeks) {
        for (int week = 0; week < weeks; week++) {
            try (var held = Held.open(journal, week)) {
                held.favourite(week);
            }
        }
    }

    private static long sound(Path journal) throws IOException {
        try (var stored = StoredJournal.verify(journal)) {
            assertThat(stored.damage()).isEmpty();
            return stored.head().seq();
        }
    }

    private static List<Path> queue(Path journal) throws IOException {
        try (var files = Files.list(journal.resolve("current"))) {
            return files.filter(it -> it.toString().endsWith(".cq4")).sorted().toList();
        }
    }

    @Test
    void the_copy_holds_every_entry() throws Exception {
        write(journal, 3);
        data.copyJournal(copy);
        try (var from = StoredJournal.verify(journal);
                var to = StoredJournal.verify(copy)) {
            assertThat(to.head()).isEqualTo(from.head());
        }
    }

    @Test
    void nothing_but_the_journal_is_copied() throws Exception {
        write(journal, 1);
        Files.createDirectories(folder.resolve("svc/search"));
        Files.writeString(folder.resolve("svc/search/_0.cfs"), "what was said");
        data.copyJournal(copy);
        try (var entries = Files.walk(folder.resolve("trial"))) {
            assertThat(entries.map(it -> String.valueOf(it.getFileName()))).doesNotContain("search", "_0.cfs");
        }
    }

    @Test
    void nobody_else_may_read_the_copy_whatever_the_original_allows() throws Exception {
        write(journal, 1);
        for (Path file : queue(journal)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
        data.copyJournal(copy);
        try (var entries = Files.walk(copy)) {
            for (Path entry : entries.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(entry)))
                        .as(entry.toString())
                        .endsWith("------");
            }
        }
    }

    @Test
    void a_home_where_nothing_was_ever_changed_has_nothing_to_copy() throws Exception {
        data.copyJournal(copy);
        assertThat(copy).doesNotExist();
    }

    @Test
    void a_journal_behind_a_link_is_copied_itself() throws Exception {
        write(folder.resolve("another-disk"), 1);
        Files.createSymbolicLink(journal, folder.resolve("another-disk"));
        data.copyJournal(copy);
        assertThat(sound(copy)).isEqualTo(1);
    }

    @Test
    void a_damaged_journal_is_refused_with_what_is_wrong() throws Exception {
        write(journal, 3);
        Files.delete(queue(journal).getFirst());
        assertThatThrownBy(() -> data.copyJournal(copy))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the journal cannot be copied whole: ")
                .hasMessageContaining("damaged");
    }

    @Test
    void what_a_failed_copy_left_is_no_part_of_the_next_one() throws Exception {
        write(copy, 5);
        write(journal, 2);
        data.copyJournal(copy);
        assertThat(sound(copy)).isEqualTo(2);
    }

    @Test
    void a_journal_is_copied_whole_while_a_service_appends_to_it() throws Exception {
        write(journal, 1);
        var begun = new CountDownLatch(1);
        var enough = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var held = Held.open(journal, 1)) {
            var writing = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 2; !enough.get(); i++) {
                            held.favourite(i);
                            begun.countDown();
                        }
                    },
                    threads);
            try {
                Waiting.countedDown(begun);
                Waiting.until(this::isCopied);
            } finally {
                enough.set(true);
            }
            Waiting.result(writing);
        }
        assertThat(sound(copy)).isGreaterThan(1);
    }

    /// On a busy machine a writer that never rests can stand in the middle of an entry for as long as all tries take.
    private boolean isCopied() {
        try {
            data.copyJournal(copy);
            return true;
        } catch (IOException unfinished) {
            assertThat(unfinished).hasMessageContaining("cannot be copied whole");
            return false;
        }
    }

    /// A service creates such files for a moment, beside those of the queue.
    @Test
    void a_file_that_is_gone_before_it_is_copied_fails_no_copy() throws Exception {
        write(journal, 1);
        var passing = IntStream.range(0, 20)
                .mapToObj(i -> journal.resolve("current/space" + i))
                .toList();
        var enough = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var coming = CompletableFuture.runAsync(
                    () -> {
                        while (!enough.get()) {
                            passing.forEach(JournalAndProgramsTest::comeAndGo);
                        }
                    },
                    threads);
            try {
                for (int i = 0; i < COPIES; i++) {
                    data.copyJournal(copy);
                }
            } finally {
                enough.set(true);
            }
            Waiting.result(coming);
        }
        assertThat(sound(copy)).isEqualTo(1);
    }

    private static void comeAndGo(Path file) {
        try {
            Files.createFile(file);
            Files.delete(file);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private void writeSidecar() throws IOException {
        try (var held = Held.open(journal, 5);
                var _ = Sidecar.start(sidecar, folder.resolve("prefs.json"), held.metadata(), Clock.systemUTC())) {
            held.favourite(77);
        }
    }

    @Test
    void a_metadata_file_that_says_what_the_journal_comes_to_is_not_objected_to() throws Exception {
        writeSidecar();
        assertThat(data.objection(journal, sidecar)).isEmpty();
    }

    @Test
    void a_metadata_file_that_stays_behind_its_journal_is_objected_to() throws Exception {
        writeSidecar();
        try (var held = Held.open(journal, 6)) {
            held.favourite(78);
        }
        assertThat(data.objection(journal, sidecar).orElseThrow())
                .isEqualTo("metadata.json stands at entry 1, the journal at 2");
    }

    @Test
    void a_damaged_journal_is_objected_to_before_its_metadata_file_is_looked_at() throws Exception {
        write(journal, 3);
        Files.delete(queue(journal).getFirst());
        assertThat(data.objection(journal, sidecar).orElseThrow())
                .contains("damaged")
                .doesNotContain("metadata.json");
    }

    @Test
    void a_journal_that_is_not_there_is_objected_to() {
        assertThat(data.objection(journal, sidecar).orElseThrow()).contains("there is no journal in " + journal);
    }

    @Test
    void programs_that_live_are_those_with_a_living_keeper() throws Exception {
        assertThat(data.livingPrograms()).isEmpty();
        long dead = dead();
        long alive = ProcessHandle.current().pid();
        var run = Files.createDirectories(folder.resolve("run"));
        Files.writeString(run.resolve("lives.pid"), "%d %d\ngo\n".formatted(alive, alive));
        Files.writeString(run.resolve("ended.pid"), "%d %d\ngo\n".formatted(dead, dead));
        assertThat(data.livingPrograms()).containsExactly("lives");
    }

    private static long dead() throws IOException, InterruptedException {
        var process = new ProcessBuilder("true").start();
        Waiting.exitCode(process);
        return process.pid();
    }

    @Test
    void a_program_ended_by_itself_when_its_ending_is_written_down() throws Exception {
        var run = Files.createDirectories(folder.resolve("run"));
        Files.writeString(run.resolve("ended.exit"), "0\n");
        assertThat(data.endedByItself("ended")).isTrue();
        assertThat(data.endedByItself("killed")).isFalse();
    }
}
