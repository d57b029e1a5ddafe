package dev.svc.server.engine.turn;

import com.sun.management.ThreadMXBean;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.engine.file.FileStamp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Measures the first page of a conversation: `TurnsBench HOME ROUNDS` indexes the longest transcript below
/// `HOME/.codex`, or else `HOME/.claude`, from nothing and reads its newest 50 turns, one JSON line a round, beside
/// reading the same bytes.
public final class TurnsBench {
    private static final int PAGE = 50;

    private TurnsBench() {}

    public static void main(String[] arguments) throws IOException {
        var home = Path.of(arguments[0]);
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        EngineProvider provider = Files.isDirectory(home.resolve(".codex"))
                ? new CodexProvider(settings)
                : new ClaudeCodeProvider(settings);
        var longest = longest(provider.store());
        var id = String.valueOf(longest.getFileName()).replaceAll("^rollout-.{20}|\\.jsonl.*", "");
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) {
            measure(provider.turns(), id, longest);
        }
    }

    private static Path longest(EngineStore store) throws IOException {
        var longest = new FileStamp[] {new FileStamp(Path.of(""), -1, 0, 0)};
        store.walk(piece -> {
            var file = piece.files().getFirst();
            longest[0] = file.size() > longest[0].size() ? file : longest[0];
        });
        return longest[0].path();
    }

    private static void measure(Turns turns, String id, Path log) throws IOException {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        readAll(log);
        long read = threads.getCurrentThreadCpuTime();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long clock = System.nanoTime();
        var index = turns.index(id, Optional.empty());
        long indexed = System.nanoTime();
        int page = turns.read(id, index, Math.max(0, index.count() - PAGE), index.count())
                .size();
        long told = System.nanoTime();
        long cpu = threads.getCurrentThreadCpuTime() - read;
        System.out.printf(
                Locale.ROOT,
                "{\"mb\":%.1f,\"turns\":%d,\"page\":%d,\"index_ms\":%.1f,\"page_ms\":%.1f,\"cpu_ms\":%.1f,\"bytes_cpu_ms\":%.1f,\"ratio\":%.1f,\"allocated_mb\":%.1f,\"index_kb\":%.1f}%n",
                Files.size(log) / 1e6,
                index.count(),
                page,
                (indexed - clock) / 1e6,
                (told - indexed) / 1e6,
                cpu / 1e6,
                (read - start) / 1e6,
                cpu / (double) (read - start),
                (threads.getCurrentThreadAllocatedBytes() - allocated) / 1e6,
                index.weight() / 1e3);
    }

    private static void readAll(Path log) throws IOException {
        var buffer = ByteBuffer.allocate(64 << 10);
        try (var channel = FileChannel.open(log)) {
            while (channel.read(buffer.clear()) >= 0) {
                // the bytes alone, as the comparison
            }
        }
    }
}
