package dev.svc.server.wiring.bench;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.row.BenchRow;
import dev.svc.server.bench.row.Figures;
import dev.svc.server.bench.row.Parties;
import dev.svc.server.bench.row.Party;
import dev.svc.server.bench.row.TableLine;
import dev.svc.server.bench.row.TableLine.Goal;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.Renamed;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/// What everything was called at any one of a million changes, read from the disk, in this process.
public final class JournalRow implements BenchRow {
    private static final int ENTRIES = 1_000_000;
    private static final int SESSIONS = 100_000;
    private static final int GROUP = 1_000;
    private static final int MOMENTS = 40;
    private static final String P50 = "p50";
    private static final String MOST = "most";

    private final Random random = new Random(7);

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(line("half of them within", P50), line("the slowest of " + MOMENTS, MOST));
    }

    private static TableLine line(String which, String figure) {
        return new TableLine(
                String.format(Locale.ROOT, "any of %,d entries over %,d sessions, %s", ENTRIES, SESSIONS, which),
                "ms",
                figure,
                false,
                List.of(),
                Goal.atMost(100));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(30 + 5L * rounds);
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var folder = ground.file("journal");
        write(ground, folder);
        var journal = StoredJournal.open(folder); // its files go with the ground
        return new Parties(List.of(new Party(Party.SVC, () -> moments(ground, journal))), List.of());
    }

    private static void write(Ground ground, Path folder) throws IOException, InterruptedException {
        try (var journal = ChronicleJournal.open(folder, Clock.systemUTC())) {
            var organisation = Organisation.EMPTY;
            for (long seq = 1; seq <= ENTRIES; ) {
                ground.keepGoing();
                var group = new ArrayList<Entry>();
                for (int i = 0; i < GROUP; i++, seq++) {
                    var entry = new Entry(
                            seq,
                            new UUID(1, seq),
                            Instant.ofEpochMilli(seq * 1_000),
                            Actor.CLI,
                            null,
                            null,
                            new Renamed(session(seq * 7 % SESSIONS), "a title of usual length " + seq, null));
                    organisation = organisation.apply(entry);
                    group.add(entry);
                }
                journal.append(group, organisation);
            }
        }
    }

    private static SessionId session(long number) {
        return new SessionId(EngineKey.SHELL, String.format(Locale.ROOT, "0b5a1d3e-9c41-4f2a-8000-%012d", number));
    }

    private Map<String, Double> moments(Ground ground, StoredJournal journal) throws InterruptedException {
        var times = new double[MOMENTS];
        for (int i = 0; i < MOMENTS; i++) {
            ground.keepGoing();
            long seq = 1L + random.nextInt(ENTRIES);
            long from = System.nanoTime();
            var then = journal.asOf(seq);
            times[i] = (System.nanoTime() - from) / 1e6;
            if (then.seq() != seq) {
                throw new IllegalStateException("another moment than the one that was asked for");
            }
        }
        return Map.of(P50, Figures.percentile(times, 50), MOST, Figures.percentile(times, 100));
    }
}
