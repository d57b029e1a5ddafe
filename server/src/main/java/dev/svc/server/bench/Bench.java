package dev.svc.server.bench;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.row.BenchRow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Measures rows one after the other, and in each row everybody in turns, so that all see the same
/// machine. The first round of a row is not counted with the others: in it the JVM still compiles. A row
/// that takes several times as long as it should is broken off, so that no run goes on for ever.
public final class Bench {
    private static final int SLOWER = 5; // a machine that is not quiet, or not as quick
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Supplier<Ground> grounds;
    private final Consumer<String> progress;
    private final Duration grace;

    /// How much is measured.
    ///
    /// @param rounds that count
    /// @param peers whether others are measured too
    public record Extent(int rounds, boolean peers) {}

    /// @param grounds makes what everything stands on
    /// @param grace what a row may take besides several times what it should
    public Bench(Supplier<Ground> grounds, Consumer<String> progress, Duration grace) {
        this.grounds = grounds;
        this.progress = progress;
        this.grace = grace;
    }

    /// Says first how long it takes. Leaves no process and no file behind.
    ///
    /// @throws InterruptedException also where this process was told to end
    public Report run(List<BenchRow> rows, Extent extent) throws InterruptedException {
        var report = new Report(Machine.now(), extent);
        progress.accept("this takes about %s, and %s at most; Ctrl-C ends it, and nothing of it is left"
                .formatted(
                        minutes(total(rows.stream().map(row -> lasting(row, extent)))),
                        minutes(total(rows.stream().map(row -> longest(row, extent))))));
        try (var ground = grounds.get()) {
            for (var row : rows) {
                report.add(row, measured(row, extent, ground));
            }
        }
        return report;
    }

    private static Duration lasting(BenchRow row, Extent extent) {
        return row.lasting(extent.rounds() + 1, extent.peers());
    }

    private Duration longest(BenchRow row, Extent extent) {
        return lasting(row, extent).multipliedBy(SLOWER).plus(grace);
    }

    private static Duration total(Stream<Duration> some) {
        return some.reduce(Duration.ZERO, Duration::plus);
    }

    private static String minutes(Duration duration) {
        long minutes = Math.max(1, Math.ceilDiv(duration.toSeconds(), 60));
        return minutes == 1 ? "a minute" : minutes + " minutes";
    }

    /// A row that fails says so, and the others are measured all the same.
    private Findings measured(BenchRow row, Extent extent, Ground ground) throws InterruptedException {
        var findings = new Findings();
        var task = new FutureTask<@Nullable Void>(() -> {
            measure(row, extent, ground, findings);
            return null;
        });
        var thread = Thread.ofPlatform().name("bench-" + row.name()).start(task);
        String failed = "";
        try {
            task.get(longest(row, extent).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException broken) {
            failed = "%s could not be measured: %s.".formatted(row.name(), reason(broken));
        } catch (TimeoutException late) {
            failed = "%s was broken off after %s; fewer rounds take less."
                    .formatted(row.name(), minutes(longest(row, extent)));
        } finally {
            end(thread, ground);
        }
        if (ground.isLeft()) {
            throw new InterruptedException("told to end");
        }
        if (!failed.isEmpty()) {
            findings.fail(failed);
        }
        return findings;
    }

    private static String reason(ExecutionException broken) {
        var cause = broken.getCause();
        var said = cause == null ? null : cause.getMessage();
        return said == null ? String.valueOf(cause) : said.replaceFirst("\\.$", "");
    }

    /// With what it waits for: until nothing of it goes on.
    private static void end(Thread thread, Ground ground) throws InterruptedException {
        thread.interrupt();
        do {
            ground.endAll();
        } while (!thread.join(AGAIN));
    }

    private void measure(BenchRow row, Extent extent, Ground ground, Findings findings) throws Exception {
        progress.accept(row.name() + ": made ready");
        var parties = row.open(ground, extent.peers());
        parties.absent().forEach(findings::remark);
        for (int round = 0; round <= extent.rounds() && !parties.all().isEmpty(); round++) {
            progress.accept(
                    round == 0
                            ? row.name() + ": a round that is not counted"
                            : "%s: round %d of %d".formatted(row.name(), round, extent.rounds()));
            for (int turn = 0; turn < parties.all().size(); turn++) {
                var party = parties.all().get((round + turn) % parties.all().size());
                findings.add(party.name(), party.measure().once());
                ground.keepGoing();
            }
        }
    }
}
