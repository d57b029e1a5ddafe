package dev.svc.server.transcript;

import static dev.svc.server.transcript.FakeTurns.SESSION;

import dev.svc.server.http.gate.Json;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.export.Export;
import dev.svc.server.transcript.export.Format;
import dev.svc.server.transcript.export.Head;
import java.io.Writer;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// Measures a page and a document of each hostile text, and how long another virtual thread waits meanwhile. See
/// docs/bench/hostile.sh.
///
/// Arguments: rounds.
public final class HostileBench {
    private static final Caps NONE = new Caps(Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final Caps PAGE = new Caps(500, 512 << 10);
    private static final Head HEAD =
            new Head("engine_2:one", "Title", "Codex", null, null, Instant.EPOCH, Instant.EPOCH);

    private final FakeTurns log = new FakeTurns();
    private final TextWorkers workers = new TextWorkers();
    private final Transcript transcript =
            new Transcript(_ -> log, new ReadingLimits(NONE, 2_000, 1 << 30, 50, PAGE), workers);

    private HostileBench() {}

    public static void main(String[] arguments) throws Exception {
        var bench = new HostileBench();
        for (int round = 1; round <= Integer.parseInt(arguments[0]); round++) {
            for (var text : HostileTexts.all().entrySet()) {
                bench.measure(round, text.getKey(), text.getValue());
            }
        }
    }

    private void measure(int round, String name, String text) throws Exception {
        log.turns.clear();
        log.turns.add(FakeTurns.said(Role.ASSISTANT, text));
        try (var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            var page = requests.submit(() -> milliseconds(() -> Json.bytes(
                    PartView.of(transcript.page(SESSION, new PageCursor.End(), new TurnFormat.Console(80))))));
            double other = 0;
            while (!page.isDone()) {
                long asked = System.nanoTime();
                requests.submit(() -> 0).get();
                other = Math.max(other, (System.nanoTime() - asked) / 1e6);
                Thread.sleep(1);
            }
            var html = requests.submit(() -> milliseconds(() -> {
                new Export(Json.shared())
                        .write(transcript.find(SESSION).orElseThrow(), HEAD, Format.HTML, Writer.nullWriter());
                return 0;
            }));
            IO.println(String.format(
                    Locale.ROOT,
                    "{\"round\":%d,\"text\":\"%s\",\"characters\":%d,\"page_ms\":%.1f,\"html_ms\":%.1f,\"other_ms\":%.1f}",
                    round,
                    name.replace("\\", "\\\\").replace("\"", "\\\""),
                    text.length(),
                    page.get(),
                    html.get(),
                    other));
        }
    }

    private static double milliseconds(Callable<?> work) throws Exception {
        long start = System.nanoTime();
        var _ = work.call();
        return (System.nanoTime() - start) / 1e6;
    }
}
