package dev.svc.server;

import com.google.errorprone.annotations.FormatMethod;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.usage.TestUsage;
import dev.svc.server.usage.TurnTimes;
import dev.svc.server.usage.Usage;
import dev.svc.server.usage.UsageQuestion;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Measures usage over one store. See docs/bench/usage.sh.
///
/// Arguments: the home folder that holds `.claude`, a folder for cache and usage.
public final class UsageBench {
    private static final Duration PATIENCE = Duration.ofMinutes(60);
    private static final int ROUNDS = 200;

    private final Path home;
    private final Path work;

    private UsageBench(Path home, Path work) {
        this.home = home;
        this.work = work;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new UsageBench(Path.of(arguments[0]), Path.of(arguments[1]));
        var engines = new Engines(
                List.of(new ClaudeCodeProvider(new EngineSettings(bench.home, List.of(), null, null, Map.of()))));
        var settings = Catalog.Settings.of(new Cache(bench.work.resolve("cache"), "bench"));
        try (var catalog = new Catalog(engines, () -> Organisation.EMPTY, List::of, settings)) {
            catalog.start();
            if (!catalog.awaitRead(PATIENCE)) {
                throw new IllegalStateException("the store is not read in time");
            }
            bench.measure(catalog, engines);
        }
        System.exit(0);
    }

    private void measure(Catalog catalog, Engines engines) throws Exception {
        long cpu = cpu();
        long from = System.nanoTime();
        long bytes = plain();
        print("read plainly: %,.0f MB, %.2f s, %.2f s of processor time", bytes / 1e6, since(from), used(cpu));
        try (var usage = TestUsage.over(work.resolve("usage"), catalog, List::of)) {
            cpu = cpu();
            from = System.nanoTime();
            usage.start();
            while (!usage.isComplete()) {
                Thread.sleep(5);
            }
            double seconds = since(from);
            var total = whole(usage, By.ENGINE).total();
            print(
                    "counted %,d calls of %,d sessions: %.2f s (%.0f MB/s), %.2f s of processor time (%.0f MB/s)",
                    total.messages(),
                    whole(usage, By.ENGINE).sessions(),
                    seconds,
                    bytes / 1e6 / seconds,
                    used(cpu),
                    bytes / 1e6 / used(cpu));
            print("input %d output %d", total.input(), total.output());
            for (var by : By.values()) {
                page(usage, by, 1_000);
            }
            page(usage, By.SESSION, 100);
            turns(usage, engines);
            print("the file takes %,.1f MB", Files.size(work.resolve("usage/usage.sqlite")) / 1e6);
        }
        from = System.nanoTime();
        try (var again = TestUsage.over(work.resolve("usage"), catalog, List::of)) {
            again.start();
            while (!again.isComplete()) {
                Thread.sleep(1);
            }
            print("complete again after a restart: %.2f s", since(from));
        }
    }

    private long plain() throws IOException {
        var buffer = ByteBuffer.allocateDirect(256 << 10);
        long all = 0;
        try (var files = Files.walk(home.resolve(".claude/projects"))) {
            for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                try (var channel = FileChannel.open(file)) {
                    for (int read = channel.read(buffer.clear()); read > 0; read = channel.read(buffer.clear())) {
                        all += read;
                    }
                }
            }
        }
        return all;
    }

    private static dev.svc.server.usage.UsageView.Whole whole(Usage usage, By by) {
        return whole(usage, by, 1_000);
    }

    private static dev.svc.server.usage.UsageView.Whole whole(Usage usage, By by, int limit) {
        return usage.whole(new UsageQuestion(by, null, null, null, Set.of(), null, Sort.COST, limit));
    }

    private static void page(Usage usage, By by, int limit) {
        var took = new ArrayList<Long>();
        for (int i = 0; i < ROUNDS; i++) {
            long from = System.nanoTime();
            int rows = dev.svc.server.http.gate.Json.bytes(whole(usage, by, limit)).length;
            if (rows > 0) {
                took.add(System.nanoTime() - from);
            }
        }
        print("by %s, at most %d rows: %s", by.name().toLowerCase(Locale.ROOT), limit, times(took));
    }

    /// The last turns of the session that used most.
    private static void turns(Usage usage, Engines engines) throws IOException {
        var largest = new UsageQuestion(By.SESSION, null, null, null, Set.of(), null, Sort.TOKENS, 1);
        var session =
                SessionId.find(usage.whole(largest).rows().getFirst().key()).orElseThrow();
        var transcript = new Transcript(
                id -> engines.find(id.engine()).orElseThrow().turns(),
                new ReadingLimits(new Caps(1, 1), 1, 1, 1, new Caps(1, 1)),
                Unhurried.workers());
        var took = new ArrayList<Long>();
        int shown = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long from = System.nanoTime();
            var talk = transcript.find(session).orElseThrow();
            int first = Math.max(0, talk.count() - 100);
            var began = talk.began(first, talk.count());
            var found = usage.turns(session, new TurnTimes(first, began, null));
            if (dev.svc.server.http.gate.Json.bytes(found).length > 0) {
                took.add(System.nanoTime() - from);
                shown = began.size();
            }
        }
        print("by turn, the last %d turns of the largest session: %s", shown, times(took));
    }

    private static String times(List<Long> took) {
        Collections.sort(took);
        return String.format(
                Locale.ROOT,
                "%.1f ms, p95 %.1f ms, slowest %.1f ms",
                took.get(took.size() / 2) / 1e6,
                took.get(took.size() * 95 / 100) / 1e6,
                took.getLast() / 1e6);
    }

    private static double since(long from) {
        return (System.nanoTime() - from) / 1e9;
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double used(long from) {
        return (cpu() - from) / 1e9;
    }

    @FormatMethod
    private static void print(String words, Object... figures) {
        System.out.printf(Locale.ROOT, words + "%n", figures);
    }
}
