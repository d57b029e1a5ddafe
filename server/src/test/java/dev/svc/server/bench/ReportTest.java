package dev.svc.server.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.row.BenchRow;
import dev.svc.server.bench.row.Parties;
import dev.svc.server.bench.row.Party;
import dev.svc.server.bench.row.TableLine;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import dev.svc.shared.client.JsonTree;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final TableLine COLD = line("the first time", true, Goal.atMost(3, "peer"));
    private static final TableLine WARM = line("warm", false, Goal.atMost(1.5, "peer"));
    private static final TableLine BEHIND = line("missed", false, Goal.atLeast(2.5, "peer"));
    private static final TableLine ALONE = line("alone", false, Goal.atMost(1, "nobody"));

    private final List<String> turns = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    private static TableLine line(String title, boolean first, Goal goal) {
        return new TableLine(title, "ms", "taken", first, List.of(new Beside("peer", "taken")), goal);
    }

    private Party party(String name, Double... figures) {
        Iterator<Double> next = List.of(figures).iterator();
        return new Party(name, () -> {
            turns.add(name);
            return Map.of("taken", next.next());
        });
    }

    /// @param parties what is measured on a ground
    private record MadeUp(List<TableLine> lines, Duration each, Function<Ground, List<Party>> parties)
            implements BenchRow {
        private MadeUp {
            lines = List.copyOf(lines);
        }

        @Override
        public String name() {
            return "made-up";
        }

        @Override
        public Duration lasting(int rounds, boolean peers) {
            return each.multipliedBy(rounds);
        }

        @Override
        public Parties open(Ground ground, boolean peers) {
            return new Parties(parties.apply(ground), List.of("Somebody is not here."));
        }
    }

    private static BenchRow row(List<TableLine> lines, Party... parties) {
        return new MadeUp(lines, Duration.ofSeconds(30), _ -> List.of(parties));
    }

    private Report report(BenchRow row) throws InterruptedException {
        return new Bench(ReportTest::ground, said::add, Waiting.PATIENCE).run(List.of(row), new Bench.Extent(3, true));
    }

    private static Ground ground() {
        try {
            return Ground.make();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private Report report(TableLine... lines) throws InterruptedException {
        return report(row(List.of(lines), party(Party.SVC, 100.0, 2.0, 4.0, 3.0), party("peer", 50.0, 2.0, 2.0, 2.0)));
    }

    private static JsonNode json(Report report) throws IOException {
        return JsonTree.read(report.json("1.2.3").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_first_round_is_not_counted_and_a_ratio_is_of_one_round() throws Exception {
        var row = json(report(WARM)).path("rows").path(0);
        assertThat(row.path("svc").path("median").asDouble()).isEqualTo(3);
        var ratio = row.path("beside").path(0).path("ratio");
        assertThat(ratio.path("median").asDouble()).isEqualTo(1.5);
        assertThat(ratio.path("least").asDouble()).isEqualTo(1);
        assertThat(ratio.path("most").asDouble()).isEqualTo(2);
    }

    @Test
    void what_is_about_a_first_time_is_the_first_round_alone() throws Exception {
        var row = json(report(COLD)).path("rows").path(0);
        assertThat(row.path("svc").path("median").asDouble()).isEqualTo(100);
        assertThat(row.path("beside").path(0).path("ratio").path("median").asDouble())
                .isEqualTo(2);
    }

    @Test
    void a_goal_is_met_or_missed_or_was_not_measured() throws Exception {
        var table = String.join("\n", report(WARM, BEHIND, ALONE).table());
        assertThat(table)
                .contains("1.5 of peer: met")
                .contains("at least 2.5 of peer: **missed**")
                .contains("1.0 of nobody: not measured");
    }

    @Test
    void all_rounds_stand_in_the_json_with_what_they_were_measured_on() throws Exception {
        var json = json(report(WARM));
        assertThat(json.path("version").asText()).isEqualTo("1.2.3");
        assertThat(json.path("cores").asInt()).isPositive();
        assertThat(json.path("rows").path(0).path("svc").path("rounds")).hasSize(3);
        assertThat(json.path("remarks").path(0).asText()).isEqualTo("Somebody is not here.");
    }

    @Test
    void everybody_is_first_in_turn() throws Exception {
        report(WARM);
        assertThat(turns).containsExactly(Party.SVC, "peer", "peer", Party.SVC, Party.SVC, "peer", "peer", Party.SVC);
    }

    @Test
    void a_row_that_fails_is_named_and_takes_no_other_with_it() throws Exception {
        var broken = row(List.of(WARM), new Party(Party.SVC, () -> {
            throw new IOException("the disk is full");
        }));
        var report = new Bench(ReportTest::ground, said::add, Waiting.PATIENCE)
                .run(List.of(broken, row(List.of(WARM), party(Party.SVC, 1.0, 2.0))), new Bench.Extent(1, false));
        assertThat(report.hasFailed()).isTrue();
        assertThat(report.remarks()).anyMatch(it -> it.contains("the disk is full"));
        assertThat(report.table()).anyMatch(it -> it.contains("| 2.00 ms"));
    }

    @Test
    void how_long_it_takes_is_said_before_anything_is_measured() throws Exception {
        report(WARM);
        assertThat(said.getFirst())
                .startsWith("this takes about 2 minutes, and 12 minutes at most")
                .doesNotContain("round");
    }

    /// Whose first round waits for a process that does not end by itself.
    private static Party hanging(Ground ground, Consumer<Process> waitedFor) {
        return new Party(Party.SVC, () -> {
            var process = ground.start(List.of("sleep", "1000"), Map.of());
            waitedFor.accept(process);
            process.waitFor();
            return Map.of();
        });
    }

    @Test
    void a_row_that_hangs_is_broken_off_with_what_it_waits_for() throws Exception {
        var begun = new ConcurrentLinkedQueue<Process>();
        var row = new MadeUp(List.of(WARM), Duration.ZERO, ground -> List.of(hanging(ground, begun::add)));
        var report = new Bench(ReportTest::ground, said::add, Duration.ofMillis(1))
                .run(List.of(row, row(List.of(WARM), party(Party.SVC, 1.0, 2.0))), new Bench.Extent(1, false));
        assertThat(report.hasFailed()).isTrue();
        assertThat(report.remarks()).anyMatch(it -> it.startsWith("made-up was broken off after a minute"));
        assertThat(report.table()).anyMatch(it -> it.contains("| 2.00 ms"));
        assertThat(begun).noneMatch(Process::isAlive);
    }
}
