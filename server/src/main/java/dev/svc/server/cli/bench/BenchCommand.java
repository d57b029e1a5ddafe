package dev.svc.server.cli.bench;

import dev.svc.server.bench.Bench;
import dev.svc.server.bench.Bench.Extent;
import dev.svc.server.bench.Report;
import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.row.BenchRow;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc bench`: how fast svc is on this machine, in rounds beside what limits it and beside its peers. It
/// has a service, sessions and a folder of its own, and leaves nothing behind.
@Command(
        name = "bench",
        description = "Measures svc on this machine, in a service and a folder of its own, and leaves nothing behind.",
        footer = {
            "",
            "Rows: echo, printing-50, printing-200, throughput, attach, listing, change, journal, usage, start,"
                    + " commands.",
            "On a machine that does something else, only ratios within a round say something."
                    + " docs/performance.md has the figures of a quiet one."
        })
public final class BenchCommand implements Callable<Integer> {
    private static final int MOST_ROUNDS = 100;
    private static final int MOST_SESSIONS = 100_000; // more do not fit the memory of this process
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final IntFunction<List<BenchRow>> rows;
    private final Supplier<String> version;
    private final Console console;

    @Parameters(arity = "0..*", paramLabel = "ROW", description = "Only these rows; all of them without any.")
    private List<String> chosen = List.of();

    @Option(
            names = "--peers",
            description = "Measures ttyd, tmux, rg and ccusage in the same rounds, as far as they are on PATH.")
    private boolean peers;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "1 to 100 that count, default 5.")
    private int rounds = 5;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Of listing and change, 1 to 100000, default 10000: 0.6 GB in TMPDIR, 100000 take as much.")
    private int sessions = 10_000;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes every round of every figure to this file.")
    private @Nullable Path json;

    /// @param rows all that can be measured, over so many sessions
    /// @param version of this program
    public BenchCommand(IntFunction<List<BenchRow>> rows, Supplier<String> version, Console console) {
        this.rows = rows;
        this.version = version;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (rounds < 1 || rounds > MOST_ROUNDS || sessions < 1 || sessions > MOST_SESSIONS) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--rounds takes 1 to %d, --sessions 1 to %d.".formatted(MOST_ROUNDS, MOST_SESSIONS));
        }
        var measured = rows();
        var place = place();
        var report = report(measured);
        report.table().forEach(console.out()::println);
        console.out().flush();
        console.err().println(report.surroundings());
        report.remarks().forEach(sentence -> console.err().println("svc: " + sentence));
        if (place != null) {
            write(place, report.json(version.get()) + "\n");
        }
        return (report.hasFailed() ? ExitCode.FAILED : ExitCode.OK).number();
    }

    private Report report(List<BenchRow> measured) {
        try {
            return new Bench(BenchCommand::ground, step -> console.err().println("svc: " + step), GRACE)
                    .run(measured, new Extent(rounds, peers));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.FAILED, "it was told to end; nothing of it is left.");
        }
    }

    private List<BenchRow> rows() {
        var all = rows.apply(sessions);
        var names = all.stream().map(BenchRow::name).toList();
        chosen.stream().filter(name -> !names.contains(name)).findFirst().ifPresent(_ -> {
            throw new CommandException(
                    ExitCode.USAGE,
                    "There is no such row; there are " + names.stream().collect(Collectors.joining(", ")) + ".");
        });
        return all.stream()
                .filter(row -> chosen.isEmpty() || chosen.contains(row.name()))
                .toList();
    }

    /// Looked at before minutes are spent on what cannot be kept.
    private @Nullable Path place() {
        var file = json == null ? null : json.toAbsolutePath();
        var folder = file == null ? null : file.getParent();
        if (file != null && (Files.isDirectory(file) || folder == null || !Files.isWritable(folder))) {
            throw new CommandException(ExitCode.USAGE, "--json takes a file in a folder that can be written to.");
        }
        return file;
    }

    private static Ground ground() {
        try {
            return Ground.make();
        } catch (IOException failed) {
            throw new CommandException(
                    ExitCode.FAILED, "it needs a folder in TMPDIR, which could not be made: " + failed.getMessage());
        }
    }

    private static void write(Path place, String text) {
        try {
            Files.writeString(place, text);
        } catch (IOException failed) {
            throw new CommandException(ExitCode.FAILED, "the figures could not be written: " + failed.getMessage());
        }
    }
}
