package dev.svc.server;

import com.google.errorprone.annotations.FormatMethod;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.CatalogEvent;
import dev.svc.server.catalog.ListView;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.http.gate.Json;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Measures the list over one store, beside a walk in C of the same store in the same run. See docs/bench/listing.sh.
///
/// Arguments: the home folder that holds `.claude`, the walk program, a folder for caches, rounds.
public final class ListingBench {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Pattern WALK = Pattern.compile("\"walk_ms\":([0-9.]+)");
    private static final List<String> WORDS =
            List.of("parser", "uber terminal", "proj refactor", "日本語", "nothing-has-this");

    private final Path home;
    private final Path walk;
    private final Path caches;

    private ListingBench(Path home, Path walk, Path caches) {
        this.home = home;
        this.walk = walk;
        this.caches = caches;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new ListingBench(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
        bench.scans(Integer.parseInt(arguments[3]));
        bench.lists();
        System.exit(0);
    }

    /// The first round runs on a JVM that knows nothing yet and is shown apart; while it still compiles, a third of the
    /// rounds, nothing is counted.
    private void scans(int rounds) throws Exception {
        var scans = new ArrayList<Double>();
        var starts = new ArrayList<Double>();
        for (int i = 0; i < rounds; i++) {
            double limit = limit();
            deleteCaches();
            double scan = timed(true) / limit;
            double start = timed(false) / limit;
            if (i == 0) {
                print("cold JVM: from nothing %.1fx, with a cache %.1fx of the C walk (%.1f ms)", scan, start, limit);
            } else if (i >= rounds / 3) {
                scans.add(scan);
                starts.add(start);
            }
        }
        print("from nothing       %s of the C walk + stat", spread(scans));
        print("with a valid cache %s of the C walk + stat", spread(starts));
    }

    /// @param complete whether to wait until the cache is whole, outside of what is timed
    private double timed(boolean complete) throws InterruptedException {
        try (var catalog = catalog()) {
            long from = System.nanoTime();
            catalog.start();
            require(catalog.awaitScanned(PATIENCE));
            double taken = (System.nanoTime() - from) / 1e6;
            if (complete) {
                require(catalog.awaitRead(PATIENCE));
            }
            return taken;
        }
    }

    private void lists() throws Exception {
        long before = heap();
        try (var catalog = catalog()) {
            catalog.start();
            require(catalog.awaitRead(PATIENCE));
            int total = catalog.page(Query.first(1)).total();
            print("sessions %,d, heap %,d bytes each", total, (heap() - before) / Math.max(1, total));
            pages(catalog);
            words(catalog);
            appends(catalog);
            idle();
        }
    }

    private static void pages(Catalog catalog) {
        var times = new ArrayList<Double>();
        for (int i = 0; i < 2000; i++) {
            long from = System.nanoTime();
            Json.bytes(ListView.of(catalog.page(Query.first(100).from(i % 10 * 100)), _ -> null, catalog.engines()));
            times.add((System.nanoTime() - from) / 1e6);
        }
        print("page of 100 as JSON  %s ms", percentiles(times.subList(500, times.size())));
    }

    private static void words(Catalog catalog) {
        var times = new ArrayList<Double>();
        for (int i = 0; i < 300; i++) {
            long from = System.nanoTime();
            catalog.page(Query.first(50).with(WORDS.get(i % WORDS.size())));
            times.add((System.nanoTime() - from) / 1e6);
        }
        print("words over all rows  %s ms", percentiles(times.subList(50, times.size())));
    }

    private void appends(Catalog catalog) throws Exception {
        var events = new LinkedBlockingQueue<CatalogEvent>();
        var times = new ArrayList<Double>();
        var files = sessionFiles();
        try (var _ = catalog.subscribe(events::add)) {
            for (int i = 0; i < 200; i++) {
                var file = files.get(i * 37 % files.size());
                events.clear();
                long from = System.nanoTime();
                append(file);
                require(events.poll(30, TimeUnit.SECONDS) != null);
                times.add((System.nanoTime() - from) / 1e6);
                Thread.sleep(100); // one that comes alone: bursts are gathered
            }
        }
        print("append to event      %s ms", percentiles(times));
    }

    private static void append(Path file) throws IOException {
        var name = file.getFileName().toString().replace(".jsonl", "");
        var line =
                "\n{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"one more\"},\"sessionId\":\"" + name
                        + "\",\"timestamp\":\"" + java.time.Instant.now() + "\",\"cwd\":\"/home/u/proj/1\",\"uuid\":\""
                        + java.util.UUID.randomUUID()
                        + "\",\"isSidechain\":false,\"userType\":\"external\",\"version\":\"2.0.14\"}\n";
        Files.writeString(file, line, StandardOpenOption.APPEND);
    }

    /// Measures the catalogue while nothing changes.
    private static void idle() throws Exception {
        Thread.sleep(2000);
        long cpu = cpu();
        long read = bytesRead();
        Thread.sleep(35_000); // one walk of the safety net lies within
        print("idle for 35 s        %.2f %% of a core, %,d bytes read", (cpu() - cpu) / 35e7, bytesRead() - read);
    }

    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    private static long bytesRead() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("rchar"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    private Catalog catalog() {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        var engines = new Engines(List.of(new ClaudeCodeProvider(settings)));
        return new Catalog(
                engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.of(new Cache(caches, "bench")));
    }

    private List<Path> sessionFiles() throws IOException {
        try (var files = Files.walk(home.resolve(".claude"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .limit(10_000)
                    .toList();
        }
    }

    private void deleteCaches() throws IOException {
        if (Files.isDirectory(caches)) {
            try (var files = Files.walk(caches)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private double limit() throws Exception {
        var times = new ArrayList<Double>();
        for (int i = 0; i < 3; i++) {
            var process = new ProcessBuilder(
                            walk.toString(), "stat", home.resolve(".claude").toString())
                    .start();
            var found = WALK.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            require(found.find());
            times.add(Double.parseDouble(found.group(1)));
        }
        Collections.sort(times);
        return times.get(1);
    }

    /// The memory that is still used after everything closed was released.
    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread.sleep(500);
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static String spread(List<Double> ratios) {
        var sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return String.format(
                Locale.ROOT, "%.1fx (%.1f .. %.1f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static String percentiles(List<Double> times) {
        double[] sorted = times.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "p50 %.2f, p95 %.2f", sorted[sorted.length / 2], sorted[sorted.length * 95 / 100]);
    }

    private static void require(boolean reached) {
        if (!reached) {
            throw new IllegalStateException("it took too long");
        }
    }

    @FormatMethod
    private static void print(String line, Object... values) {
        System.out.println(String.format(Locale.ROOT, line, values));
    }
}
