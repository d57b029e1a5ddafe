package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.MovingClock;
import dev.svc.server.journal.check.Checkpoint;
import dev.svc.server.journal.check.Inspection;
import dev.svc.server.journal.record.Disk;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.journal.snapshot.SnapshotFile;
import dev.svc.server.journal.snapshot.Snapshots;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.JournalUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChronicleJournalIT extends JournalContract {
    @TempDir
    Path folder = Path.of("");

    private Clock clock = Clock.fixed(Sample.START, ZoneOffset.UTC);

    @Override
    Journal open() throws IOException {
        return ChronicleJournal.open(folder.resolve("contract"), clock);
    }

    private ChronicleJournal journal() {
        return journal(Disk.REAL);
    }

    private ChronicleJournal journal(Disk disk) {
        return ChronicleJournal.open(folder.resolve("own"), clock, disk, Upcasters.NONE);
    }

    private void at(Instant instant) {
        clock = Clock.fixed(instant, ZoneOffset.UTC);
    }

    private Layout layout() {
        return Layout.in(folder.resolve("own"));
    }

    @Test
    void what_was_acknowledged_is_there_after_reopening() {
        for (int round = 0; round < 3; round++) {
            try (var journal = journal()) {
                assertThat(journal.damage()).isEmpty();
                assertThat(journal.head().seq()).isEqualTo(round * 10L);
                Sample.append(journal, round * 10L + 1, round * 10L + 10);
            }
        }
        try (var journal = journal()) {
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 30));
        }
    }

    @Test
    void weeks_go_to_files_of_their_own_and_idle_weeks_leave_none() throws IOException {
        for (int week : new int[] {0, 1, 5}) {
            at(Sample.START.plus(Duration.ofDays(7L * week)));
            try (var journal = journal()) {
                Sample.append(journal, journal.head().seq() + 1, journal.head().seq() + 4);
            }
        }
        assertThat(layout().queueFiles()).hasSize(3);
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 12));
            assertThat(journal.asOf(6).seq()).isEqualTo(6);
        }
    }

    @Test
    void a_week_that_begins_while_the_journal_is_open_seals_the_one_before() throws IOException {
        var moving = new MovingClock(Sample.START);
        try (var journal = ChronicleJournal.open(folder.resolve("own"), moving.clock())) {
            Sample.append(journal, 1, 4);
            moving.pass(Duration.ofDays(7));
            Sample.append(journal, 5, 8);
            assertThat(layout().queueFiles()).hasSize(2);
            assertThat(Checkpoint.read(layout().checkpoint())
                            .find(layout().queueFiles().getFirst()))
                    .isPresent();
            Sample.append(journal, 9, 9);
            assertThat(Inspection.of(layout(), new EventReader(Upcasters.NONE)).damage())
                    .isEmpty();
        }
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 9));
        }
    }

    @Test
    void a_clock_that_was_set_back_to_an_earlier_week_before_a_start_leaves_the_order_as_it_was() throws IOException {
        for (int week : new int[] {1, 0, -3, 2}) {
            at(Sample.START.plus(Duration.ofDays(7L * week)));
            try (var journal = journal()) {
                assertThat(journal.damage()).isEmpty();
                Sample.append(journal, journal.head().seq() + 1, journal.head().seq() + 4);
            }
        }
        assertThat(layout().queueFiles()).hasSize(2);
        assertThat(Inspection.of(layout(), new EventReader(Upcasters.NONE)).damage())
                .isEmpty();
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 16));
        }
    }

    @Test
    void nor_does_one_that_is_set_back_while_the_journal_is_open() throws IOException {
        var moving = new MovingClock(Sample.START);
        try (var journal = ChronicleJournal.open(folder.resolve("own"), moving.clock())) {
            Sample.append(journal, 1, 4);
            moving.pass(Duration.ofDays(-7));
            Sample.append(journal, 5, 8);
            moving.pass(Duration.ofDays(14));
            Sample.append(journal, 9, 12);
        }
        assertThat(layout().queueFiles()).hasSize(2);
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 12));
        }
    }

    /// As after a crash: no file has a digest yet, so every entry of every week is read.
    private void threeWeeksWithoutDigests() throws IOException {
        var moving = new MovingClock(Sample.START);
        try (var journal = ChronicleJournal.open(folder.resolve("own"), moving.clock())) {
            for (int week = 0; week < 3; week++) {
                Sample.append(journal, week * 4L + 1, week * 4L + 4);
                moving.pass(Duration.ofDays(7));
            }
        }
        Checkpoint.NONE.write(layout().checkpoint());
    }

    @Test
    void the_end_of_a_week_is_no_damage_where_no_digest_vouches_for_it() throws IOException {
        threeWeeksWithoutDigests();
        assertThat(layout().queueFiles()).hasSize(3);
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 12));
        }
        assertThat(Inspection.deep(layout(), new EventReader(Upcasters.NONE)).damage())
                .isEmpty();
    }

    @Test
    void something_behind_the_end_of_a_week_is_damage() throws IOException {
        threeWeeksWithoutDigests();
        var first = layout().file(layout().queueFiles().getFirst());
        var walk = QueueFile.walk(first, 0, (_, _, _, _) -> true);
        assertThat(walk.stop()).isEqualTo(QueueFile.Stop.END_MARK);
        for (int behind = 0; behind < 16; behind++) {
            var bytes = Files.readAllBytes(first);
            int at = (int) walk.end() + QueueFile.HEADER + behind;
            bytes[at] ^= 4;
            Files.write(first, bytes);
            assertThat(Inspection.deep(layout(), new EventReader(Upcasters.NONE))
                            .damage())
                    .as("%d bytes behind the mark", behind)
                    .isNotEmpty();
            bytes[at] ^= 4;
            Files.write(first, bytes);
        }
    }

    private void deleteOwn() throws IOException {
        try (var files = Files.walk(folder.resolve("own"))) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void a_file_that_a_crash_left_without_any_entry_goes_and_the_one_ahead_of_it_stays() throws IOException {
        for (var left : List.of(new byte[0], new byte[] {0, 0, 0, (byte) 0x80, 1}, new byte[4096])) {
            threeWeeksWithoutDigests();
            Files.write(layout().file("2026W09.cq4"), left);
            try (var journal = journal()) {
                assertThat(journal.damage()).isEmpty();
                assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 12));
            }
            try (var journal = journal()) {
                assertThat(journal.damage()).isEmpty();
                assertThat(layout().queueFiles()).hasSize(3);
            }
            deleteOwn();
        }
    }

    @Test
    void chronicle_itself_reads_the_same_records() throws IOException {
        try (var journal = journal()) {
            Sample.append(journal, Sample.everyKind());
        }
        var records = new ArrayList<byte[]>();
        try (var queue = SingleChronicleQueueBuilder.binary(layout().current())
                        .readOnly(true)
                        .build();
                var tailer = queue.createTailer()) {
            while (true) {
                try (var document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        break;
                    }
                    records.add(java.util.Objects.requireNonNull(document.wire())
                            .bytes()
                            .toByteArray());
                }
            }
        }
        var reader = new EventReader(Upcasters.NONE);
        assertThat(records)
                .extracting(bytes -> EntryRecord.entry(bytes, 0, bytes.length, reader))
                .isEqualTo(Sample.everyKind());
    }

    @Test
    void a_second_process_is_refused_and_told_who_has_the_journal() {
        try (var _ = journal()) {
            assertThatThrownBy(this::journal)
                    .isInstanceOf(JournalBusyException.class)
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        journal().close();
    }

    @Test
    void a_start_without_a_change_leaves_every_file_as_it_was() throws IOException {
        try (var journal = journal()) {
            Sample.append(journal, 1, 5);
        }
        var before = Checkpoint.read(layout().checkpoint());
        journal().close();
        assertThat(Checkpoint.read(layout().checkpoint())).isEqualTo(before);
        assertThat(Inspection.of(layout(), new EventReader(Upcasters.NONE)).damage())
                .isEmpty();
    }

    @Test
    void a_full_disk_changes_nothing_and_the_journal_goes_on_when_there_is_space() {
        var disk = new FailingDisk();
        try (var journal = journal(disk)) {
            Sample.append(journal, 1, 3);
            disk.full = true;
            assertThatThrownBy(() -> Sample.append(journal, 4, 300))
                    .isInstanceOf(JournalUnavailableException.class)
                    .hasMessageContaining("No space left");
            assertThat(journal.head().seq()).isEqualTo(3);
            disk.full = false;
            Sample.append(journal, 4, 300);
        }
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 300));
        }
    }

    @Test
    void entries_whose_writing_out_failed_are_gone_for_good_and_kept_aside() throws IOException {
        var disk = new FailingDisk();
        try (var journal = journal(disk)) {
            Sample.append(journal, 1, 3);
            disk.broken = true;
            assertThatThrownBy(() -> Sample.append(journal, 4, 9)).isInstanceOf(JournalUnavailableException.class);
            assertThatThrownBy(() -> Sample.append(journal, 4, 9)).isInstanceOf(JournalUnavailableException.class);
            assertThat(all(journal)).hasSize(3);
            disk.broken = false;
            Sample.append(journal, List.of(Sample.entry(4)));
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 4));
        }
        try (var journal = journal()) {
            assertThat(journal.damage()).isEmpty();
            assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, 4));
        }
        try (var files = Files.list(layout().root())) {
            assertThat(files).anyMatch(file -> file.getFileName().toString().startsWith("refused-"));
        }
    }

    @Test
    void snapshots_answer_for_the_past_and_one_of_another_history_is_left_out() throws IOException {
        long last = Snapshots.EVERY * 2L + 500;
        try (var journal = journal()) {
            for (long first = 1; first <= last; first += 500) {
                Sample.append(journal, first, Math.min(last, first + 499));
            }
        }
        var snapshot = layout().snapshots().resolve(Long.toString(Snapshots.EVERY));
        assertThat(snapshot).exists();
        var organisation = SnapshotFile.read(snapshot).organisation();
        new SnapshotFile(organisation, dev.svc.server.metadata.event.Hash.NONE).write(snapshot);
        try (var journal = journal()) {
            var expected = new MemoryJournal();
            Sample.append(expected, 1, Snapshots.EVERY + 3L);
            assertThat(journal.asOf(Snapshots.EVERY + 3L).holdsTheSameAs(expected.asOf(Long.MAX_VALUE)))
                    .isTrue();
            assertThat(journal.asOf(Long.MAX_VALUE).seq()).isEqualTo(last);
        }
    }

    @Test
    void a_broken_snapshot_is_left_out() throws IOException {
        long last = Snapshots.EVERY + 500L;
        try (var journal = journal()) {
            Sample.append(journal, 1, Snapshots.EVERY);
            Sample.append(journal, Snapshots.EVERY + 1L, last);
        }
        Files.writeString(layout().snapshots().resolve(Long.toString(Snapshots.EVERY)), "no snapshot");
        try (var journal = journal()) {
            var expected = new MemoryJournal();
            Sample.append(expected, 1, last);
            assertThat(journal.asOf(last).holdsTheSameAs(expected.asOf(last))).isTrue();
        }
    }

    private static List<Link> all(Journal journal) {
        var links = new ArrayList<Link>();
        journal.read(0, links::add);
        return links;
    }

    /// A disk that is full, or on which flushing fails.
    private static final class FailingDisk implements Disk {
        private boolean full;
        private boolean broken;

        @Override
        public void reserve(FileChannel file, long from, long to) throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
            Disk.REAL.reserve(file, from, to);
        }

        @Override
        public void force(FileChannel file) throws IOException {
            if (broken) {
                throw new IOException("Input/output error");
            }
            Disk.REAL.force(file);
        }
    }
}
