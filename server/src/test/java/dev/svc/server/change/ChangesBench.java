package dev.svc.server.change;

import com.sun.management.OperatingSystemMXBean;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.texts.TextWorkers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures what a long session changed: `ChangesBench HOME ROUNDS` asks for the changes of the transcript below
/// `HOME/.claude` from nothing and again, one JSON line a round.
public final class ChangesBench {
    private static final String ID = "11111111-2222-4333-8444-555555555555";

    private ChangesBench() {}

    public static void main(String[] arguments) throws IOException {
        var home = Path.of(arguments[0]);
        var provider = new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
        var log = home.resolve(".claude/projects/-home-u-proj/" + ID + ".jsonl");
        try (var workers = new TextWorkers()) {
            for (int round = 0; round < Integer.parseInt(arguments[1]); round++) {
                measure(new SessionChanges(_ -> provider.turns(), workers), Files.size(log));
            }
        }
    }

    private static void measure(SessionChanges changes, long bytes) throws IOException {
        var session = new SessionId(EngineKey.CLAUDE_CODE, ID);
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long worked = process.getProcessCpuTime();
        long start = System.nanoTime();
        var diff = changes.of(session, "/home/u/proj");
        long first = System.nanoTime();
        worked = process.getProcessCpuTime() - worked;
        changes.of(session, "/home/u/proj");
        long again = System.nanoTime();
        System.out.printf(
                Locale.ROOT,
                "{\"mb\":%.1f,\"files\":%d,\"lines\":%d,\"unknown\":%d,\"truncated\":%b,\"first_ms\":%.1f,\"first_cpu_ms\":%.1f,\"again_ms\":%.1f}%n",
                bytes / 1e6,
                diff.files().size(),
                diff.lines(),
                diff.unknown().size(),
                diff.isTruncated(),
                (first - start) / 1e6,
                worked / 1e6,
                (again - first) / 1e6);
    }
}
