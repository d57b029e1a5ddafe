package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.QuietShell;
import dev.svc.server.bench.ground.Used;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A program that prints 100 MB as fast as it can, until the last of it has come to a viewer.
public final class ThroughputRow implements BenchRow {
    private static final int MEGABYTES = 100;
    private static final String RATE = "rate";
    private static final String SECONDS = "seconds";

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(
                TableLine.of(
                        "100 MB of output",
                        "MB/s",
                        RATE,
                        Goal.atLeast(0.9, Seats.DTACH),
                        new Beside(Seats.DTACH, RATE),
                        new Beside(Seats.TTYD, RATE),
                        new Beside(Seats.TTYD_DTACH, RATE)),
                TableLine.of(
                        "the server's processor time for it",
                        "s",
                        SECONDS,
                        Goal.atMost(0.8, Seats.TTYD),
                        new Beside(Seats.TTYD, SECONDS),
                        new Beside(Seats.TTYD_DTACH, SECONDS)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(5 + 3L * rounds * Seats.count(true, peers));
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var seats = Seats.take(ground, true, peers);
        var text = PrintedText.make(ground, MEGABYTES);
        return new Parties(
                seats.all().stream()
                        .map(seat -> new Party(seat.name(), () -> printed(seat, text)))
                        .toList(),
                seats.absent());
    }

    private static Map<String, Double> printed(Seats.Seat seat, Path text) throws Exception {
        try (var shell = QuietShell.at(seat.opening().open())) {
            double used = Used.seconds(seat.server());
            long from = System.nanoTime();
            long end = shell.run("cat '%s'".formatted(text));
            double taken = (end - from) / 1e9;
            var figures = Map.of(RATE, MEGABYTES / taken, SECONDS, Used.seconds(seat.server()) - used);
            shell.end();
            return figures;
        }
    }
}
