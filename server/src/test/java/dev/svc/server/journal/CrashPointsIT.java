package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.journal.record.Disk;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.metadata.Journal.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The state after a kill at any moment, produced without killing anything.
class CrashPointsIT {
    private static final int ENTRIES = 80;
    private static final int UNFINISHED = 0x8000_0000;

    @TempDir
    Path folder = Path.of("");

    private int copies;

    @Test
    void whenever_it_is_killed_the_journal_is_sound_and_keeps_what_was_acknowledged() throws IOException {
        var watched = new Watched();
        try (var journal = ChronicleJournal.open(
                folder.resolve("journal"), Sample.hourlyFrom(Sample.START), watched, Upcasters.NONE)) {
            for (long seq = 1; seq <= ENTRIES; seq++) {
                Sample.append(journal, seq, seq);
                watched.acknowledged = seq;
            }
        }
        assertThat(Layout.in(folder.resolve("journal")).queueFiles()).hasSizeGreaterThan(1);
        assertThat(copies).isGreaterThan(ENTRIES);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 1 << 20})
    void a_file_that_was_just_being_made_goes_and_takes_nothing_with_it(int size) throws IOException {
        Clock clock = Clock.fixed(Sample.START, ZoneOffset.UTC);
        try (var journal = ChronicleJournal.open(folder.resolve("journal"), clock)) {
            Sample.append(journal, 1, 10);
        }
        var bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        if (size > 0) {
            bytes.putInt(0, UNFINISHED);
        }
        var layout = Layout.in(folder.resolve("journal"));
        Files.write(layout.file(layout.queueFiles().getFirst().replace("W01", "W02")), bytes.array());

        for (long seq = 11; seq <= 12; seq++) {
            clock = Clock.offset(clock, Duration.ofDays(7));
            try (var journal = ChronicleJournal.open(folder.resolve("journal"), clock)) {
                assertThat(journal.damage()).isEmpty();
                assertThat(all(journal)).extracting(Link::entry).isEqualTo(Sample.entries(1, seq - 1));
                Sample.append(journal, seq, seq);
            }
        }
    }

    private static List<Link> all(ChronicleJournal journal) throws IOException {
        var links = new ArrayList<Link>();
        journal.read(0, links::add);
        return links;
    }

    /// At each call to the disk, a copy of everything is opened as after a kill.
    private final class Watched implements Disk {
        private long acknowledged;

        @Override
        public void reserve(FileChannel file, long from, long to) throws IOException {
            killedHere();
            Disk.REAL.reserve(file, from, to);
        }

        @Override
        public void force(FileChannel file) throws IOException {
            killedHere();
            Disk.REAL.force(file);
        }

        @Override
        public void forceFolder(Path forced) throws IOException {
            killedHere();
            Disk.REAL.forceFolder(forced);
        }

        private void killedHere() throws IOException {
            var copy = folder.resolve("copy-" + copies++);
            copy(folder.resolve("journal"), copy);
            try (var journal = ChronicleJournal.open(copy, Clock.fixed(Sample.START, ZoneOffset.UTC))) {
                assertThat(journal.damage())
                        .as("copy %s, entry %s", copies, acknowledged)
                        .isEmpty();
                assertThat(journal.head().seq()).isBetween(acknowledged, acknowledged + 1);
                assertThat(all(journal)).hasSize((int) journal.head().seq());
            }
            delete(copy);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                if (!file.endsWith("lock")) {
                    Files.copy(file, to.resolve(from.relativize(file).toString()));
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
