package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.QuietShell;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// How long a key takes until its echo while nothing else happens.
public final class EchoRow implements BenchRow {
    private static final int KEYS = 1_000;
    private static final int UNCOUNTED = 50;
    private static final String P50 = "p50";
    private static final String P99 = "p99";

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(line("p50", P50, 1.0), line("p99", P99, 1.1));
    }

    private static TableLine line(String which, String figure, double goal) {
        return TableLine.of(
                "a key until its echo, idle, " + which,
                "ms",
                figure,
                Goal.atMost(goal, Seats.TTYD_DTACH),
                new Beside(Seats.DTACH, figure),
                new Beside(Seats.TTYD_DTACH, figure),
                new Beside(Seats.TTYD, figure));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(5 + 4L * rounds * Seats.count(true, peers));
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var seats = Seats.take(ground, true, peers);
        return new Parties(
                seats.all().stream()
                        .map(seat -> new Party(seat.name(), () -> echoes(seat)))
                        .toList(),
                seats.absent());
    }

    private static Map<String, Double> echoes(Seats.Seat seat) throws Exception {
        try (var shell = QuietShell.at(seat.opening().open())) {
            shell.tell("stty raw -echo; printf 'GO%%s\\n' 1; dd bs=1 count=%d 2>/dev/null; stty sane; exit"
                    .formatted(KEYS + UNCOUNTED));
            shell.await("GO1\n");
            Thread.sleep(200); // until dd reads
            var times = new double[KEYS];
            for (int i = -UNCOUNTED; i < KEYS; i++) {
                long from = System.nanoTime();
                shell.wire().type(new byte[] {(byte) ('a' + Math.floorMod(i, 26))});
                double taken = (shell.awaitAny() - from) / 1e6;
                if (i >= 0) {
                    times[i] = taken;
                }
                Thread.sleep(1 + Math.floorMod(i, 4)); // as somebody types, and not in step with anything
            }
            shell.drain();
            return Map.of(P50, Figures.percentile(times, 50), P99, Figures.percentile(times, 99));
        }
    }
}
