import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.copilot.CopilotProvider;
import dev.svc.server.engine.gemini.GeminiProvider;
import dev.svc.server.engine.grok.GrokProvider;
import dev.svc.server.engine.kimi.KimiProvider;
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.server.engine.pi.PiProvider;
import dev.svc.server.engine.qwen.QwenProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Times the parts of listing a generated store: `java -cp … StoreTimes.java PROGRAM HOME [ROUNDS]`.
///
/// Walk is on one thread; glance and read go over all pieces on two. Each round runs in the same, warming JVM.
void main(String[] arguments) throws Exception {
    var settings = new EngineSettings(Path.of(arguments[1]), List.of(), null, null, Map.of());
    EngineProvider provider = switch (arguments[0]) {
        case "opencode" -> new OpencodeProvider(settings);
        case "gemini" -> new GeminiProvider(settings, Path.of(arguments[1], "svc"), Set::of);
        case "kimi" -> new KimiProvider(settings);
        case "copilot" -> new CopilotProvider(settings);
        case "kilo" -> OpencodeProvider.kilo(settings);
        case "pi" -> new PiProvider(settings);
        case "qwen" -> new QwenProvider(settings);
        case "grok" -> new GrokProvider(settings);
        default -> new AntigravityProvider(settings);
    };
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
    for (int round = 1; round <= rounds; round++) {
        var store = provider.store();
        var pieces = new ArrayList<Piece>();
        var walked = millis(() -> {
            store.walk(pieces::add);
            return true;
        });
        var glances = new ArrayList<Reading>();
        var glanced = millis(() -> glances.addAll(all(pieces, store::glance)));
        var readings = new ArrayList<Reading>();
        var read = millis(() -> readings.addAll(all(pieces, piece -> store.read(piece, null))));
        var again = millis(() -> {
            for (int i = 0; i < pieces.size(); i++) {
                store.read(pieces.get(i), readings.get(i));
            }
            return true;
        });
        var rows = new ArrayList<>();
        var combined = millis(() -> rows.addAll(store.combine(readings)));
        IO.println(String.format(
                Locale.ROOT,
                "%s round %d: %d rows (%d at a glance), walk %s, glance %s, read %s, unchanged again %s, combine %s",
                arguments[0], round, rows.size(), store.combine(glances).size(), walked, glanced, read, again, combined));
    }
}

interface Read {
    Reading of(Piece piece) throws IOException;
}

static List<Reading> all(List<Piece> pieces, Read read) throws Exception {
    try (var workers = Executors.newFixedThreadPool(2)) {
        var pending = new ArrayList<Future<Reading>>();
        for (var piece : pieces) {
            pending.add(workers.submit(() -> read.of(piece)));
        }
        var readings = new ArrayList<Reading>();
        for (var one : pending) {
            readings.add(one.get());
        }
        return readings;
    }
}

static String millis(Callable<Boolean> work) throws Exception {
    long from = System.nanoTime();
    long cpu = cpuMillis();
    work.call();
    return "%d ms (CPU %d ms)".formatted((System.nanoTime() - from) / 1_000_000, cpuMillis() - cpu);
}

static long cpuMillis() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
}
