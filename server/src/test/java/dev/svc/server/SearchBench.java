package dev.svc.server;

import com.google.errorprone.annotations.FormatMethod;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.found.SearchedRows;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.search.Search;
import dev.svc.server.search.SearchStatus;
import dev.svc.server.search.TestSearch;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.search.query.SearchQuery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Measures searching over one store. See docs/bench/search.sh.
///
/// Arguments: the home folder that holds `.claude` and `words.txt`, a folder for cache and index, `on` or `off`,
/// rounds.
public final class SearchBench {
    private static final Duration PATIENCE = Duration.ofMinutes(60);
    private static final int APPENDS = 40;

    private final Path home;
    private final Path work;

    private SearchBench(Path home, Path work) {
        this.home = home;
        this.work = work;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new SearchBench(Path.of(arguments[0]), Path.of(arguments[1]));
        try (var catalog = bench.catalog()) {
            catalog.start();
            if (!catalog.awaitRead(PATIENCE)) {
                throw new IllegalStateException("the store is not read in time");
            }
            if (arguments[2].equals("on")) {
                bench.search(catalog, Integer.parseInt(arguments[3]));
            }
            bench.memory(arguments[2]);
        }
        System.exit(0);
    }

    private void search(Catalog catalog, int rounds) throws Exception {
        long logs = bytes(home.resolve(".claude"));
        try (var search = TestSearch.over(work.resolve("search"), catalog)) {
            long from = System.nanoTime();
            long cpu = cpu();
            search.start();
            await(search);
            double seconds = (System.nanoTime() - from) / 1e9;
            double used = (cpu() - cpu) / 1e9;
            print(
                    "indexed %,d sessions, %.0f MB of logs in %.1f s (%.1f MB/s, %.0f %% of a core): %.0f MB, %.2f of the logs",
                    search.status().indexed(),
                    logs / 1e6,
                    seconds,
                    logs / 1e6 / seconds,
                    100 * used / seconds,
                    search.bytes() / 1e6,
                    (double) search.bytes() / logs);
            queries(catalog, search, rounds);
            appends(search);
            idle();
            memory("on, open");
        }
    }

    private static void await(Search search) throws InterruptedException {
        while (search.status().phase() != SearchStatus.Phase.READY) {
            Thread.sleep(20);
        }
    }

    private void queries(Catalog catalog, Search search, int rounds) throws Exception {
        var words = Files.readAllLines(home.resolve("words.txt"));
        var rows = new SearchedRows(catalog, () -> Organisation.EMPTY);
        var times = new ArrayList<Double>();
        var slowest = new ArrayList<String>();
        for (int round = 0; round < rounds + 3; round++) {
            for (var word : words) {
                var query = query(word);
                long from = System.nanoTime();
                var found = search.find(query, rows.of(query, Query.first(1)), new Window(0, 20));
                double taken = (System.nanoTime() - from) / 1e6;
                if (round >= 3) {
                    times.add(taken);
                }
                if (round == rounds + 2 && (words.indexOf(word) % 8 == 0)) {
                    slowest.add("%s: %,d turns of %,d sessions, %.1f ms"
                            .formatted(word, found.turns(), found.sessions().size(), taken));
                }
            }
        }
        slowest.forEach(it -> print("  %s", it));
        print("a word, 20 sessions with their best turns, counted  %s", percentiles(times));
    }

    private void appends(Search search) throws Exception {
        var times = new ArrayList<Double>();
        var files = logs();
        for (int i = 0; i < APPENDS; i++) {
            var word = "qqappended" + i;
            var file = files.get(i * 37 % files.size());
            long from = System.nanoTime();
            Files.writeString(
                    file,
                    "{\"type\":\"user\",\"isSidechain\":false,\"userType\":\"external\",\"cwd\":\"/home/u/proj/1\",\"uuid\":\"%s\",\"timestamp\":\"%s\",\"message\":{\"role\":\"user\",\"content\":\"%s\"}}\n"
                            .formatted(java.util.UUID.randomUUID(), Instant.now(), word),
                    StandardOpenOption.APPEND);
            while (search.find(query(word), _ -> true, new Window(0, 1)).turns() == 0) {
                Thread.sleep(5);
            }
            times.add((System.nanoTime() - from) / 1e6);
        }
        print("an appended turn until it is found  %s", percentiles(times));
    }

    private static void idle() throws InterruptedException {
        Thread.sleep(3_000);
        long cpu = cpu();
        Thread.sleep(20_000);
        print("idle  %.2f %% of a core", (cpu() - cpu) / 20e9 * 100);
    }

    private void memory(String what) throws IOException {
        System.gc();
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
        var status = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("RssAnon") || line.startsWith("RssFile"))
                .map(line -> line.replaceAll("\\s+", " "))
                .toList();
        print("search %s: heap %.0f MB, %s", what, heap, status);
    }

    private SearchQuery query(String word) throws Exception {
        return new QueryReader(_ -> Optional.empty(), Clock.systemUTC()).read(word);
    }

    private Catalog catalog() {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        return new Catalog(
                new Engines(List.of(new ClaudeCodeProvider(settings))),
                () -> Organisation.EMPTY,
                List::of,
                Catalog.Settings.of(new Cache(work.resolve("cache"), "bench")));
    }

    private List<Path> logs() throws IOException {
        try (var files = Files.walk(home.resolve(".claude"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private static String percentiles(List<Double> times) {
        var sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        return String.format(
                Locale.ROOT,
                "p50 %.1f, p95 %.1f, worst %.1f ms",
                sorted.get(sorted.size() / 2),
                sorted.get((int) (sorted.size() * 0.95)),
                sorted.getLast());
    }

    @FormatMethod
    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
