package dev.svc.server.bench;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.row.BenchRow;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Measures rows one after the other, and in each row everybody in turns, so that all see the same
/// machine. The first round of a row is not counted with the others: in it the JVM still compiles.
public final class Bench {
    private final Supplier<Ground> grounds;
    private final Consumer<String> progress;

    /// How much is measured.
    ///
    /// @param rounds that count
    /// @param peers whether others are measured too
    public record Extent(int rounds, boolean peers) {}

    /// @param grounds makes what everything stands on
    public Bench(Supplier<Ground> grounds, Consumer<String> progress) {
        this.grounds = grounds;
        this.progress = progress;
    }

    /// Leaves no process and no file behind.
    public Report run(List<BenchRow> rows, Extent extent) throws InterruptedException {
        var before = Machine.now();
        var report = new Report(before, extent);
        try (var ground = grounds.get()) {
            for (var row : rows) {
                report.add(row, measured(row, extent, ground));
            }
        }
        return report;
    }

    /// A row that fails says so, and the others are measured all the same.
    private Findings measured(BenchRow row, Extent extent, Ground ground) throws InterruptedException {
        var findings = new Findings();
        try {
            progress.accept(row.name() + ": made ready");
            var parties = row.open(ground, extent.peers());
            parties.absent().forEach(findings::remark);
            for (int round = 0; round <= extent.rounds() && !parties.all().isEmpty(); round++) {
                progress.accept("%s: round %d of %d".formatted(row.name(), round, extent.rounds()));
                for (int turn = 0; turn < parties.all().size(); turn++) {
                    var party = parties.all().get((round + turn) % parties.all().size());
                    findings.add(party.name(), party.measure().once());
                }
            }
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception failed) {
            findings.fail("%s could not be measured: %s.".formatted(row.name(), failed.getMessage()));
        } finally {
            ground.endAll();
        }
        return findings;
    }
}
