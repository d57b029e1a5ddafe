package dev.svc.server.bench;

import dev.svc.server.bench.row.Figures;
import dev.svc.server.bench.row.Party;
import dev.svc.server.bench.row.TableLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// What a row came to: the figures of each round, by who they are of. The first round is apart, as it is
/// the one in which nothing is warm. Filled by one thread.
final class Findings {
    private final Map<String, List<Map<String, Double>>> rounds = new HashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private boolean failed;

    void add(String party, Map<String, Double> figures) {
        rounds.computeIfAbsent(party, _ -> new ArrayList<>()).add(Map.copyOf(figures));
    }

    /// Says why something was not measured.
    void remark(String sentence) {
        remarks.add(sentence);
    }

    void fail(String sentence) {
        remark(sentence);
        failed = true;
    }

    /// Whether some of it is missing because something went wrong.
    boolean hasFailed() {
        return failed;
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /// What a line says of itself.
    Optional<Spread> own(TableLine line) {
        return spread(figures(line, Party.SVC, line.figure()));
    }

    Optional<Spread> of(TableLine line, TableLine.Beside other) {
        return spread(figures(line, other.party(), other.figure()));
    }

    /// Of svc to the other, round by round: both saw the same machine.
    Optional<Spread> ratio(TableLine line, TableLine.Beside other) {
        var own = figures(line, Party.SVC, line.figure());
        var theirs = figures(line, other.party(), other.figure());
        return spread(IntStream.range(0, Math.min(own.size(), theirs.size()))
                .filter(round -> theirs.get(round) > 0)
                .mapToObj(round -> own.get(round) / theirs.get(round))
                .toList());
    }

    private List<Double> figures(TableLine line, String party, String figure) {
        var all = rounds.getOrDefault(party, List.of());
        var chosen = line.first() ? all.stream().limit(1) : all.stream().skip(1);
        return chosen.flatMap(round -> Optional.ofNullable(round.get(figure)).stream())
                .toList();
    }

    private static Optional<Spread> spread(List<Double> figures) {
        if (figures.isEmpty()) {
            return Optional.empty();
        }
        var all = figures.stream().mapToDouble(Double::doubleValue).toArray();
        return Optional.of(
                new Spread(Figures.median(all), Figures.percentile(all, 0), Figures.percentile(all, 100), figures));
    }

    /// The figures of all rounds together.
    record Spread(double median, double least, double most, List<Double> all) {
        Spread {
            all = List.copyOf(all);
        }
    }
}
