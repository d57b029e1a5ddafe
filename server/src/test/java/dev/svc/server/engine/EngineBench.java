package dev.svc.server.engine;

import com.sun.management.OperatingSystemMXBean;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Measures a walk, a glance at everything and a reading of everything: `EngineBench HOME THREADS ROUNDS`, one JSON
/// line a round.
public final class EngineBench {
    private EngineBench() {}

    public static void main(String[] arguments) throws Exception {
        var home = Path.of(arguments[0]);
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        for (EngineProvider provider : List.of(new ClaudeCodeProvider(settings), new CodexProvider(settings))) {
            for (int round = 0; round < Integer.parseInt(arguments[2]); round++) {
                measure(provider, Integer.parseInt(arguments[1]));
            }
        }
    }

    private static void measure(EngineProvider provider, int threads) throws Exception {
        var store = provider.store();
        long startCpu = cpu();
        long start = System.nanoTime();
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        long walked = System.nanoTime();
        var glances = all(pieces, threads, store::glance);
        int rows = store.combine(glances).size();
        long glanced = System.nanoTime();
        long glancedCpu = cpu();
        store.combine(all(pieces, threads, piece -> store.read(piece, null)));
        long read = System.nanoTime();
        long readCpu = cpu();
        System.out.printf(
                Locale.ROOT,
                "{\"engine\":\"%s\",\"pieces\":%d,\"rows\":%d,\"mb\":%.1f,\"walk_ms\":%.1f,\"list_ms\":%.1f,\"list_cpu_ms\":%.1f,\"read_ms\":%.1f,\"read_cpu_ms\":%.1f}%n",
                provider.engineId(),
                pieces.size(),
                rows,
                pieces.stream().mapToLong(Piece::size).sum() / 1e6,
                (walked - start) / 1e6,
                (glanced - start) / 1e6,
                (glancedCpu - startCpu) / 1e6,
                (read - glanced) / 1e6,
                (readCpu - glancedCpu) / 1e6);
    }

    /// On a machine that others use too, processor time says more than the clock.
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private interface Look {
        Reading at(Piece piece) throws IOException;
    }

    private static List<Reading> all(List<Piece> pieces, int threads, Look look) {
        var readings = new ConcurrentLinkedQueue<Reading>();
        var next = new AtomicInteger();
        try (var workers = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                workers.execute(() -> {
                    for (int at = next.getAndIncrement(); at < pieces.size(); at = next.getAndIncrement()) {
                        readings.add(look(look, pieces.get(at)));
                    }
                });
            }
        }
        return List.copyOf(readings);
    }

    private static Reading look(Look look, Piece piece) {
        try {
            return look.at(piece);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
