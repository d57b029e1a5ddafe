import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.engine.copilot.CopilotProvider;
import dev.svc.server.engine.gemini.GeminiProvider;
import dev.svc.server.engine.grok.GrokProvider;
import dev.svc.server.engine.kimi.KimiProvider;
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.server.engine.pi.PiProvider;
import dev.svc.server.engine.qwen.QwenProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Prints the rows of one store as JSON: `java -cp … ListRows.java claude|codex|opencode|gemini|kimi|copilot|kilo|pi|qwen|grok|antigravity HOME`;
/// with a folder as the third argument, the ids of that folder instead; with `archive ID` or `unarchive ID`, moves that session.
void main(String[] arguments) throws IOException {
    var settings = new EngineSettings(Path.of(arguments[1]), List.of(), null, null, Map.of());
    EngineProvider provider =
            switch (arguments[0]) {
                case "claude" -> new ClaudeCodeProvider(settings);
                case "codex" -> new CodexProvider(settings);
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
    if (arguments.length > 3) {
        move(provider, arguments[2], arguments[3]);
        return;
    }
    var json = new ObjectMapper();
    IO.println(json.writeValueAsString(
            arguments.length > 2 ? provider.snapshotSessionIds(Path.of(arguments[2])) : rows(provider)));
}

static void move(EngineProvider provider, String how, String id) throws IOException {
    var archive = provider.archive().orElseThrow();
    if (how.equals("archive")) {
        archive.archive(id);
    } else {
        archive.unarchive(id);
    }
}

static Map<String, Object> rows(EngineProvider provider) throws IOException {
    var readings = new ArrayList<Reading>();
    provider.store().walk(piece -> {
        try {
            readings.add(provider.store().read(piece, null));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    });
    var rows = new LinkedHashMap<String, Object>();
    for (var facts : provider.store().combine(readings)) {
        var row = new LinkedHashMap<String, Object>();
        row.put("title", facts.title());
        row.put("first", facts.firstMessage());
        row.put("cwd", facts.cwd());
        row.put("createdAt", facts.createdAt().toEpochMilli());
        row.put("updatedAt", facts.updatedAt().toEpochMilli());
        row.put("messages", facts.messageCount());
        row.put("model", facts.model());
        row.put("archived", facts.archived());
        row.put("parent", facts.parent() == null ? null : facts.parent().nativeId());
        row.put("unreadable", facts.unreadable());
        rows.put(facts.id().nativeId(), row);
    }
    rows.put(
            "unreadable",
            readings.stream()
                    .flatMap(reading -> reading.unreadable().stream())
                    .map(Reading.Unreadable::toString)
                    .toList());
    return rows;
}
