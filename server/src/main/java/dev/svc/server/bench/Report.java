package dev.svc.server.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.bench.Findings.Spread;
import dev.svc.server.bench.row.BenchRow;
import dev.svc.server.bench.row.TableLine;
import dev.svc.shared.client.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What was measured, as a table in Markdown and as JSON. Filled by the thread that measures.
public final class Report {
    private static final List<String> HEAD = List.of("row", "svc", "beside", "goal", "command");

    private final Machine machine;
    private final Bench.Extent extent;
    private final List<Measured> rows = new ArrayList<>();

    private record Measured(BenchRow row, Findings findings) {}

    Report(Machine machine, Bench.Extent extent) {
        this.machine = machine;
        this.extent = extent;
    }

    void add(BenchRow row, Findings findings) {
        rows.add(new Measured(row, findings));
    }

    /// Whether something went wrong while it was measured.
    public boolean hasFailed() {
        return rows.stream().anyMatch(it -> it.findings().hasFailed());
    }

    /// Why some of it was not measured.
    public List<String> remarks() {
        return rows.stream()
                .flatMap(it -> it.findings().remarks().stream())
                .distinct()
                .toList();
    }

    /// On what it was measured, in a sentence.
    public String surroundings() {
        return String.format(
                Locale.ROOT,
                "%d cores%s, %s, Java %s, load %.1f before; medians of %s (least .. most), ratios within a round.",
                machine.cores(),
                machine.processor().isEmpty() ? "" : " (" + machine.processor() + ")",
                machine.system(),
                machine.java(),
                machine.load(),
                extent.rounds() == 1 ? "one round" : extent.rounds() + " rounds");
    }

    /// A table that can be read as it is, and put into a document.
    public List<String> table() {
        var lines = new ArrayList<List<String>>();
        lines.add(HEAD);
        rows.forEach(measured ->
                measured.row().lines().forEach(line -> cells(measured, line).ifPresent(lines::add)));
        var widths = IntStream.range(0, HEAD.size())
                .map(at ->
                        lines.stream().mapToInt(it -> it.get(at).length()).max().orElse(0))
                .toArray();
        var printed = new ArrayList<String>();
        lines.forEach(cells -> printed.add(IntStream.range(0, widths.length)
                .mapToObj(at ->
                        cells.get(at) + " ".repeat(widths[at] - cells.get(at).length()))
                .collect(Collectors.joining(" | ", "| ", " |"))));
        printed.add(1, IntStream.of(widths).mapToObj("-"::repeat).collect(Collectors.joining(" | ", "| ", " |")));
        return printed;
    }

    private static Optional<List<String>> cells(Measured measured, TableLine line) {
        var findings = measured.findings();
        return findings.own(line)
                .map(own -> List.of(
                        line.title(),
                        text(own) + " " + line.unit(),
                        line.beside().stream()
                                .flatMap(other -> beside(findings, line, other).stream())
                                .collect(Collectors.joining("; ")),
                        goal(findings, line, own),
                        "svc bench " + measured.row().name()));
    }

    private static Optional<String> beside(Findings findings, TableLine line, TableLine.Beside other) {
        return findings.of(line, other)
                .flatMap(theirs -> findings.ratio(line, other)
                        .map(ratio -> "%s %s: %s".formatted(other.party(), number(theirs.median()), text(ratio))));
    }

    private static String goal(Findings findings, TableLine line, Spread own) {
        var goal = line.goal();
        var wanted = (goal.atMost() ? "" : "at least ")
                + plain(goal.value())
                + (goal.party().isEmpty() ? " " + line.unit() : " of " + goal.party());
        return seen(findings, line, own)
                .map(seen -> wanted + (goal.isMetBy(seen) ? ": met" : ": **missed**"))
                .orElse(wanted + ": not measured");
    }

    /// What the goal is about.
    private static Optional<Double> seen(Findings findings, TableLine line, Spread own) {
        return line.goal().party().isEmpty()
                ? Optional.of(own.median())
                : line.beside().stream()
                        .filter(it -> it.party().equals(line.goal().party()))
                        .findFirst()
                        .flatMap(it -> findings.ratio(line, it))
                        .map(Spread::median);
    }

    private static String text(Spread spread) {
        return spread.all().size() == 1
                ? number(spread.median())
                : "%s (%s .. %s)".formatted(number(spread.median()), number(spread.least()), number(spread.most()));
    }

    private static String number(double figure) {
        return String.format(Locale.ROOT, figure >= 100 ? "%,.0f" : figure >= 10 ? "%.1f" : "%.2f", figure);
    }

    private static String plain(double figure) {
        return figure == Math.rint(figure) && figure >= 10 ? Integer.toString((int) figure) : Double.toString(figure);
    }

    /// Everything, each round by itself; the first one too, which the medians leave out.
    ///
    /// @param version of the program that was measured
    public String json(String version) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("version", version)
                .put("at", machine.at().toString())
                .put("cores", machine.cores())
                .put("processor", machine.processor())
                .put("system", machine.system())
                .put("java", machine.java())
                .put("load", machine.load())
                .put("rounds", extent.rounds());
        var all = json.putArray("rows");
        rows.forEach(measured -> measured.row()
                .lines()
                .forEach(line -> measured.findings().own(line).ifPresent(own -> all.add(json(measured, line, own)))));
        var remarks = json.putArray("remarks");
        remarks().forEach(remarks::add);
        return JsonTree.text(json);
    }

    private static ObjectNode json(Measured measured, TableLine line, Spread own) {
        var findings = measured.findings();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("row", measured.row().name()).put("title", line.title()).put("unit", line.unit());
        json.set("svc", json(own));
        var beside = json.putArray("beside");
        line.beside()
                .forEach(other -> findings.of(line, other).ifPresent(theirs -> {
                    var one = beside.addObject().put("party", other.party());
                    one.set("figures", json(theirs));
                    findings.ratio(line, other).ifPresent(ratio -> one.set("ratio", json(ratio)));
                }));
        var goal = json.putObject("goal")
                .put(line.goal().atMost() ? "at_most" : "at_least", line.goal().value())
                .put("party", line.goal().party());
        seen(findings, line, own).ifPresent(seen -> goal.put("met", line.goal().isMetBy(seen)));
        return json;
    }

    private static ObjectNode json(Spread spread) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("median", spread.median()).put("least", spread.least()).put("most", spread.most());
        ArrayNode all = json.putArray("rounds");
        spread.all().forEach(all::add);
        return json;
    }
}
