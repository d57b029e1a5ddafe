package dev.svc.server.journal;

import dev.svc.server.journal.check.Checkpoint;
import dev.svc.server.journal.check.Inspection;
import dev.svc.server.journal.check.SoundRecords;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.server.journal.snapshot.Snapshots;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent.Renamed;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;

/// Measures the journal on this machine and prints a table in Markdown. Started by `docs/bench/journal.sh`.
public final class JournalBench {
    private static final int ROUNDS = 5;
    private static final int SINGLES = 400;
    private static final int BARE = 400;
    private static final int WRITERS = 32;
    private static final Duration BURST = Duration.ofSeconds(2);
    private static final int MILLION = 1_000_000;
    private static final int SESSIONS = 100_000;
    private static final int USUAL_SESSIONS = 10_000;
    private static final int GROUP = 1_000;
    private static final int MOMENTS = 120;

    private final Path folder;

    private JournalBench(Path folder) {
        this.folder = folder;
    }

    public static void main(String... arguments) throws Exception {
        var bench = new JournalBench(Path.of(arguments[0]));
        System.out.println("| what | measured |");
        System.out.println("| --- | --- |");
        bench.acknowledged();
        bench.million();
        bench.idle();
        memory();
    }

    private static void row(String what, String measured) {
        System.out.println("| " + what + " | " + measured + " |");
    }

    /// Bare disk, one writer and many, in turns, so that all see the same load of the machine.
    private void acknowledged() throws Exception {
        var bare = new ArrayList<Long>();
        var single = new ArrayList<Long>();
        var rates = new ArrayList<Double>();
        var ratios = new ArrayList<Double>();
        try (var journal = ChronicleJournal.open(folder.resolve("acknowledged"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC())) {
            burst(metadata);
            for (int round = 0; round < ROUNDS; round++) {
                var bareNow = bare();
                var singleNow = single(metadata, round);
                ratios.add((double) percentile(singleNow, 99) / percentile(bareNow, 99));
                bare.addAll(bareNow);
                single.addAll(singleNow);
                rates.add(burst(metadata));
            }
        }
        rates.sort(null);
        ratios.sort(null);
        row("bare fdatasync of 256 bytes, p50 / p99", "%s / %s".formatted(millis(bare, 50), millis(bare, 99)));
        row("acknowledged change, 1 writer, p50 / p99", "%s / %s".formatted(millis(single, 50), millis(single, 99)));
        row(
                "p99 to bare p99, per round, median (min .. max)",
                "%.2f (%.2f .. %.2f)".formatted(ratios.get(ROUNDS / 2), ratios.getFirst(), ratios.getLast()));
        row(
                "acknowledged changes/s, 1 writer",
                "%,.0f"
                        .formatted(1e9
                                / single.stream()
                                        .mapToLong(Long::longValue)
                                        .average()
                                        .orElse(1)));
        row(
                "acknowledged changes/s, %d writers, median (min .. max)".formatted(WRITERS),
                "%,.0f (%,.0f .. %,.0f)".formatted(rates.get(ROUNDS / 2), rates.getFirst(), rates.getLast()));
    }

    private List<Long> bare() throws IOException {
        var times = new ArrayList<Long>();
        try (var file =
                FileChannel.open(folder.resolve("bare"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int i = 0; i < BARE; i++) {
                long start = System.nanoTime();
                file.write(ByteBuffer.allocate(256));
                file.force(false);
                times.add(System.nanoTime() - start);
            }
        }
        return times;
    }

    private static List<Long> single(Metadata metadata, int round) {
        var times = new ArrayList<Long>();
        for (int i = 0; i < SINGLES; i++) {
            long start = System.nanoTime();
            metadata.rename(session(i), "single " + round + " " + i, Actor.CLI);
            times.add(System.nanoTime() - start);
        }
        return times;
    }

    /// Each writer waits for its own acknowledgement before its next change.
    private static double burst(Metadata metadata) throws InterruptedException {
        var done = new AtomicLong();
        long start = System.nanoTime();
        var threads = new ArrayList<Thread>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int number = writer;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; System.nanoTime() - start < BURST.toNanos(); i++) {
                    metadata.rename(session(number), "burst " + start + " " + i, Actor.CLI);
                    done.incrementAndGet();
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        return done.get() * 1e9 / (System.nanoTime() - start);
    }

    private void million() throws Exception {
        var place = folder.resolve("million");
        write(place, SESSIONS);
        var opens = new ArrayList<Long>();
        for (int i = 0; i < ROUNDS; i++) {
            opens.add(timed(() -> open(place)));
        }
        row("open 1,000,000 entries, all files at rest, median", "%s".formatted(millis(opens, 50)));
        Files.delete(place.resolve("current/checkpoint"));
        Checkpoint.NONE.write(place.resolve("current/checkpoint"));
        row(
                "open 1,000,000 entries after a crash (every entry followed)",
                "%s".formatted(millis(List.of(timed(() -> open(place))), 50)));
        replay(place);
        past(place, SESSIONS);
        var usual = folder.resolve("usual");
        write(usual, USUAL_SESSIONS);
        past(usual, USUAL_SESSIONS);
        long bytes = size(place.resolve("current"));
        row("disk for an entry, snapshots apart", "%d bytes".formatted(bytes / MILLION));
        row(
                "snapshots of %,d sessions, all together".formatted(SESSIONS),
                "%,d KB".formatted(size(place.resolve("current/snapshots")) / 1024));
    }

    private static void write(Path place, int sessions) throws IOException {
        try (var journal = ChronicleJournal.open(place, Clock.systemUTC())) {
            var organisation = Organisation.EMPTY;
            for (long seq = 1; seq <= MILLION; ) {
                var group = new ArrayList<Entry>();
                for (int i = 0; i < GROUP; i++, seq++) {
                    var entry = new Entry(
                            seq,
                            new UUID(1, seq),
                            Instant.ofEpochMilli(seq * 1_000),
                            Actor.CLI,
                            null,
                            null,
                            new Renamed(session((int) (seq * 7 % sessions)), "a title of usual length " + seq, null));
                    organisation = organisation.apply(entry);
                    group.add(entry);
                }
                journal.append(group, organisation);
            }
        }
    }

    private static void open(Path place) throws IOException {
        try (var journal = ChronicleJournal.open(place, Clock.systemUTC())) {
            if (journal.asOf(Long.MAX_VALUE).seq() != MILLION) {
                throw new IOException("not all there");
            }
        }
    }

    private static void replay(Path place) throws Exception {
        var times = new ArrayList<Long>();
        for (int i = 0; i < ROUNDS; i++) {
            var layout = Layout.in(place);
            var reader = new EventReader(Upcasters.NONE);
            var findings = Inspection.of(layout, reader);
            var none = Snapshots.forReading(place.resolve("none"));
            var history = new History(new SoundRecords(layout, findings.waypoints()), none, reader);
            times.add(timed(() -> history.asOf(MILLION)));
        }
        row(
                "replay of 1,000,000 entries, median",
                "%s = %,.0f entries/s".formatted(millis(times, 50), MILLION * 1e9 / percentile(times, 50)));
    }

    private static void past(Path place, int sessions) throws Exception {
        try (var journal = StoredJournal.open(place)) {
            var farthest = aheadOfSnapshots(place);
            past(journal, sessions, "right ahead of a snapshot", i -> farthest.get(i % farthest.size()));
            var random = new Random(7);
            past(journal, sessions, "at random", _ -> 1 + random.nextInt(MILLION));
        }
    }

    /// From there the way back to a snapshot is the longest.
    private static List<Long> aheadOfSnapshots(Path place) throws IOException {
        try (var snapshots = Files.list(place.resolve("current/snapshots"))) {
            return snapshots
                    .map(file -> Long.parseLong(file.getFileName().toString()) - 1)
                    .sorted()
                    .toList();
        }
    }

    private static void past(StoredJournal journal, int sessions, String which, IntToLongFunction moment)
            throws Exception {
        var times = new ArrayList<Long>();
        for (int i = 0; i < MOMENTS; i++) {
            long seq = moment.applyAsLong(i);
            times.add(timed(() -> journal.asOf(seq)));
        }
        row(
                "moments of 1,000,000 entries over %,d sessions, %s, p50 / p99 / most of %d"
                        .formatted(sessions, which, MOMENTS),
                "%s / %s / %s".formatted(millis(times, 50), millis(times, 99), millis(times, 100)));
    }

    private void idle() throws IOException {
        var place = folder.resolve("idle");
        for (int day = 0; day < 28; day++) {
            var clock = Clock.fixed(Instant.parse("2026-01-05T00:00:00Z").plus(Duration.ofDays(day)), ZoneOffset.UTC);
            ChronicleJournal.open(place, clock).close();
        }
        row("disk for an idle day", "%d bytes".formatted(size(place.resolve("current")) / 28 / 4096 * 4096));
        for (int day = 0; day < 28; day++) {
            var clock = Clock.fixed(Instant.parse("2026-01-05T00:00:00Z").plus(Duration.ofDays(day)), ZoneOffset.UTC);
            try (var journal = ChronicleJournal.open(place, clock)) {
                Sample.append(journal, day + 1, day + 1);
            }
        }
        row(
                "disk for a day with one change, over four weeks",
                "%,d bytes".formatted(size(place.resolve("current")) / 28));
    }

    private static void memory() throws InterruptedException {
        var marks = new HashMap<SessionId, Marks>();
        long before = used();
        for (int i = 0; i < SESSIONS; i++) {
            marks.put(session(i), new Marks("a title of usual length " + i, i % 7 == 0, null, null, null));
        }
        var organisation = Organisation.of(1, Instant.EPOCH, marks, Map.of(), List.of(), json(), json());
        marks.clear();
        marks = new HashMap<>();
        row("memory for 100,000 renamed sessions", "%,d KB".formatted((used() - before) / 1024));
        if (organisation.size() != SESSIONS || !marks.isEmpty()) {
            throw new IllegalStateException("not all there");
        }
    }

    private static com.fasterxml.jackson.databind.node.ObjectNode json() {
        return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    }

    private static long used() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static SessionId session(int number) {
        return new SessionId(
                EngineKey.CLAUDE_CODE, String.format(Locale.ROOT, "0b5a1d3e-9c41-4f2a-8000-%012d", number));
    }

    /// What takes time.
    private interface Work {
        void run() throws Exception;
    }

    private static long timed(Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    /// Blocks on the disk, holes apart.
    private static long size(Path folder) throws IOException {
        long blocks = 0;
        try (var files = Files.list(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                blocks += ((Number) blocksOf(file)).longValue();
            }
        }
        return blocks;
    }

    private static Object blocksOf(Path file) throws IOException {
        var process = new ProcessBuilder("du", "--block-size=1", file.toString()).start();
        try (var out = process.inputReader()) {
            return Long.parseLong(out.readLine().split("\\s", -1)[0]);
        }
    }

    private static long percentile(List<Long> times, int percent) {
        var sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    private static String millis(List<Long> times, int percent) {
        return "%.2f ms".formatted(percentile(times, percent) / 1e6);
    }
}
