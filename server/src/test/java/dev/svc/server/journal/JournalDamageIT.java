package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.journal.check.Checkpoint;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal of three weeks is damaged in every known way, again and again.
class JournalDamageIT {
    private static final int ROUNDS =
            Integer.getInteger("svc.damage.rounds", Boolean.getBoolean("svc.deep") ? 1_000 : 60);
    private static final long LAST = 120;

    @TempDir
    Path folder = Path.of("");

    private Path good = Path.of("");
    private Path hurt = Path.of("");

    @BeforeEach
    void write_three_weeks() throws IOException {
        good = folder.resolve("good");
        hurt = folder.resolve("hurt");
        for (int week = 0; week < 3; week++) {
            var clock = Clock.fixed(Sample.START.plus(Duration.ofDays(7L * week)), ZoneOffset.UTC);
            try (var journal = ChronicleJournal.open(good, clock)) {
                for (long seq = week * 40L + 1; seq <= week * 40L + 40; seq += 4) {
                    Sample.append(journal, seq, seq + 3);
                }
            }
        }
    }

    @Test
    void every_flipped_bit_truncation_zeroed_page_missing_swapped_and_replayed_file_is_found() throws IOException {
        long seed = Long.getLong("svc.damage.seed", 42L);
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            fresh();
            var done = Harm.values()[round % Harm.values().length].to(this, random);
            var about = "seed " + seed + ", round " + round + ": " + done;
            try (var journal = ChronicleJournal.open(hurt, Clock.systemUTC())) {
                assertThat(journal.damage()).as(about).isPresent();
                assertThatThrownBy(() -> Sample.append(journal, LAST + 1, LAST + 1))
                        .as(about)
                        .isInstanceOf(JournalUnavailableException.class)
                        .hasMessageContaining("svc journal repair");
                var served = new ArrayList<Entry>();
                journal.read(0, link -> served.add(link.entry()));
                assertThat(Sample.entries(1, LAST)).as(about).containsAll(served);
            }
            mend(about);
        }
    }

    /// The repaired journal has every entry or a mark in its place, and takes new ones.
    private void mend(String about) throws IOException {
        var repaired = JournalRepair.run(hurt, Clock.fixed(Sample.START.plus(Duration.ofDays(30)), ZoneOffset.UTC));
        assertThat(repaired).as(about).isPresent();
        assertThat(repaired.orElseThrow().kept()).isDirectory();
        long next;
        try (var journal = ChronicleJournal.open(hurt, Clock.systemUTC())) {
            assertThat(journal.damage()).as(about).isEmpty();
            long[] expected = {1};
            journal.read(0, link -> {
                var entry = link.entry();
                if (entry.event() instanceof JournalRepaired mark) {
                    assertThat(mark.first()).as(about).isEqualTo(expected[0]);
                } else {
                    assertThat(entry).as(about).isEqualTo(Sample.entry(expected[0]));
                }
                expected[0] = entry.seq() + 1;
                return true;
            });
            assertThat(expected[0]).as(about).isEqualTo(journal.head().seq() + 1);
            next = expected[0];
            Sample.append(journal, next, next);
        }
        try (var journal = ChronicleJournal.open(hurt, Clock.systemUTC())) {
            assertThat(journal.damage()).as(about).isEmpty();
            assertThat(journal.head().seq()).as(about).isEqualTo(next);
        }
    }

    @Test
    void a_repair_of_a_sound_journal_touches_nothing() throws IOException {
        fresh();
        assertThat(JournalRepair.run(hurt, Clock.systemUTC())).isEmpty();
    }

    @Test
    void the_lost_entries_are_named() throws IOException {
        fresh();
        Files.delete(files().get(1));
        try (var journal = StoredJournal.open(hurt)) {
            assertThat(journal.damage().orElseThrow()).contains("entries 41 to 80 are lost");
            assertThat(journal.asOf(Long.MAX_VALUE).seq()).isEqualTo(LAST);
        }
    }

    @Test
    void a_head_put_back_to_where_a_sealed_file_ends_is_found() throws IOException {
        fresh();
        var earlier = folder.resolve("earlier");
        try (var journal = ChronicleJournal.open(earlier, Clock.fixed(Sample.START, ZoneOffset.UTC))) {
            Sample.append(journal, 1, 40);
        }
        Files.copy(Layout.in(earlier).head(), layout().head(), StandardCopyOption.REPLACE_EXISTING);
        try (var journal = StoredJournal.open(hurt)) {
            assertThat(journal.damage().orElseThrow()).contains("entry 40 and is older than the files");
        }
    }

    @Test
    void after_a_crash_every_flipped_bit_of_an_entry_is_found_without_digests() throws IOException {
        var random = new Random(7);
        for (int round = 0; round < 40; round++) {
            fresh();
            Files.delete(layout().checkpoint());
            Checkpoint.NONE.write(layout().checkpoint());
            var record = recordsOf(random.nextInt(3));
            long[] place = record.get(random.nextInt(record.size()));
            flip(files().get((int) place[0]), place[1] + random.nextInt((int) place[2]), random.nextInt(8));
            try (var journal = StoredJournal.open(hurt)) {
                assertThat(journal.damage()).as("round " + round).isPresent();
            }
        }
    }

    private List<long[]> recordsOf(int file) throws IOException {
        var places = new ArrayList<long[]>();
        QueueFile.walk(files().get(file), 0, (_, _, length, at) -> {
            places.add(new long[] {file, at + QueueFile.HEADER, length});
            return true;
        });
        return places;
    }

    private Layout layout() {
        return Layout.in(hurt);
    }

    private List<Path> files() throws IOException {
        return layout().queueFiles().stream().map(layout()::file).toList();
    }

    private void fresh() throws IOException {
        if (Files.exists(hurt)) {
            try (var old = Files.walk(hurt)) {
                for (var file : old.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        try (var all = Files.walk(good)) {
            for (var file : all.toList()) {
                Files.copy(file, hurt.resolve(good.relativize(file)));
            }
        }
    }

    private Path any(Random random) throws IOException {
        var files = new ArrayList<>(files());
        files.add(layout().head());
        files.add(layout().checkpoint());
        files.add(layout().file(Layout.QUEUE_TABLE));
        return files.get(random.nextInt(files.size()));
    }

    private static void flip(Path file, long at, int bit) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ (1 << bit));
        }
    }

    /// Ways to lose data.
    private enum Harm {
        FLIP_ANYWHERE {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                var file = it.any(random);
                long at = (long) (random.nextDouble() * Files.size(file));
                flip(file, at, random.nextInt(8));
                return "flipped a bit of byte " + at + " of " + file.getFileName();
            }
        },
        FLIP_AN_ENTRY {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                var records = it.recordsOf(random.nextInt(3));
                long[] place = records.get(random.nextInt(records.size()));
                long at = place[1] - QueueFile.HEADER + random.nextInt((int) place[2] + QueueFile.HEADER);
                flip(it.files().get((int) place[0]), at, random.nextInt(8));
                return "flipped a bit of an entry at " + at + " of file " + place[0];
            }
        },
        TRUNCATE {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                var file = it.any(random);
                long size = (long) (random.nextDouble() * Files.size(file));
                try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
                    bytes.setLength(size);
                }
                return "cut " + file.getFileName() + " to " + size;
            }
        },
        ZERO_A_PAGE {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                var records = it.recordsOf(random.nextInt(3));
                long[] place = records.get(random.nextInt(records.size()));
                long page = place[1] / 4_096 * 4_096;
                try (var bytes =
                        new RandomAccessFile(it.files().get((int) place[0]).toFile(), "rw")) {
                    bytes.seek(page);
                    bytes.write(new byte[4_096]);
                }
                return "zeroed the page at " + page + " of file " + place[0];
            }
        },
        DELETE {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                var file = it.any(random);
                Files.delete(file);
                return "deleted " + file.getFileName();
            }
        },
        SWAP {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                int one = random.nextInt(3);
                var first = it.files().get(one);
                var second = it.files().get((one + 1) % 3);
                var aside = first.resolveSibling("aside");
                Files.move(first, aside);
                Files.move(second, first);
                Files.move(aside, second);
                return "swapped file " + one + " and the next";
            }
        },
        REPLAY {
            @Override
            String to(JournalDamageIT it, Random random) throws IOException {
                var earlier = it.folder.resolve("earlier-" + random.nextLong());
                var clock = Clock.fixed(Sample.START.plus(Duration.ofDays(14)), ZoneOffset.UTC);
                long last = 1L + random.nextInt((int) LAST - 1);
                try (var journal = ChronicleJournal.open(earlier, clock)) {
                    Sample.append(journal, 1, last);
                }
                var names = List.of(it.layout().queueFiles().getLast(), "head", "checkpoint", Layout.QUEUE_TABLE);
                var name = names.get(random.nextInt(names.size()));
                Files.copy(
                        earlier.resolve("current").resolve(name),
                        it.layout().file(name),
                        StandardCopyOption.REPLACE_EXISTING);
                return "put a " + name + " of another time, with " + last + " entries, in place";
            }
        };

        abstract String to(JournalDamageIT it, Random random) throws IOException;
    }
}
