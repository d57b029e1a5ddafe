package dev.svc.server.transcript;

import com.sun.management.ThreadMXBean;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.http.gate.Json;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.ReadingLimits.Caps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/// Measures pages and whole transcripts of one long log beside reading its bytes. See docs/bench/transcript.sh.
///
/// Arguments: the home folder that holds `.claude`, rounds.
public final class TranscriptBench {
    private static final int COLS = 120;
    private static final Caps PAGE = new Caps(500, 512 << 10);
    private static final Caps ALL = new Caps(Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final ReadingLimits LIMITS = new ReadingLimits(ALL, 2_000, Long.MAX_VALUE / 2, 50, PAGE);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Path log;
    private final SessionId session;
    private final Turns turns;
    private final TextWorkers workers = new TextWorkers();

    private TranscriptBench(Path home) throws IOException {
        this.log = log(home);
        this.turns = new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of())).turns();
        this.session = new SessionId(
                EngineKey.CLAUDE_CODE, log.getFileName().toString().replace(".jsonl", ""));
    }

    private static Path log(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new TranscriptBench(Path.of(arguments[0]));
        for (int round = 1; round <= Integer.parseInt(arguments[1]); round++) {
            bench.round(round);
        }
    }

    private void round(int round) throws Exception {
        var read = timed(() -> Files.readAllBytes(log).length);
        var fresh = new Transcript(_ -> turns, LIMITS, workers);
        var first = timed(() -> page(fresh));
        var next = timed(() -> page(fresh));
        System.gc();
        long before = used();
        var whole = timed(() -> fresh.newest(session, new TurnFormat.Console(COLS)));
        System.gc();
        long held = used() - before;
        var text = ((Part.Text) whole.value().body()).text();
        IO.println(String.format(
                Locale.ROOT,
                "{\"round\":%d,\"bytes\":%d,\"turns\":%d,\"read_ms\":%.1f,\"read_cpu_ms\":%.1f,\"first_page_ms\":%.1f,\"first_page_cpu_ms\":%.1f,\"first_page_ratio\":%.2f,"
                        + "\"known_page_ms\":%.1f,\"render_turns\":%d,\"render_lines\":%d,\"render_bytes\":%d,\"render_ms\":%.1f,"
                        + "\"render_cpu_ms\":%.1f,\"render_ratio\":%.2f,\"render_allocated_mb\":%.1f,\"render_held_mb\":%.1f}",
                round,
                read.value(),
                whole.value().total(),
                read.ms(),
                read.cpuMs(),
                first.ms(),
                first.cpuMs(),
                first.ms() / read.ms(),
                next.ms(),
                whole.value().to() - whole.value().from(),
                text.lines().count(),
                Clipping.Sizes.of(text),
                whole.ms(),
                whole.cpuMs(),
                whole.ms() / read.ms(),
                whole.allocated() / 1e6,
                held / 1e6));
    }

    private int page(Transcript transcript) throws Exception {
        return Json.bytes(PartView.of(transcript.page(session, new PageCursor.End(), new TurnFormat.Console(COLS))))
                .length;
    }

    private record Timed<T>(T value, double ms, double cpuMs, long allocated) {}

    private <T> Timed<T> timed(Callable<T> work) throws Exception {
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        try {
            T value = work.call();
            return new Timed<>(
                    value,
                    (System.nanoTime() - start) / 1e6,
                    (threads.getCurrentThreadCpuTime() - cpu) / 1e6,
                    threads.getCurrentThreadAllocatedBytes() - allocated);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
