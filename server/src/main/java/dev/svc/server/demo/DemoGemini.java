package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/// One chat a session, in a folder named after the project.
final class DemoGemini implements Store {
    @Override
    public EngineKey engine() {
        return EngineKey.GEMINI;
    }

    @Override
    public String alias() {
        return "gemini";
    }

    @Override
    public String command() {
        return "gemini";
    }

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm").withZone(ZoneOffset.UTC);

    @Override
    public void write(Sample sample) throws IOException {
        var root = sample.home().resolve(".gemini/tmp").resolve(sample.story().place());
        JsonLinesFile.write(root.resolve(".project_root"), sample.cwd().toString(), sample.begun());
        var lines = new JsonLinesFile().add(head(sample));
        var words = sample.words();
        for (int turn = 0; turn < words.size(); turn++) {
            var said = words.get(turn);
            lines.add(message(sample, turn, said));
            lines.add(object("$set", object("lastUpdated", sample.time(said))));
        }
        var name = "session-" + MINUTE.format(sample.begun()) + "-"
                + nativeId(sample).substring(0, 8) + ".jsonl";
        lines.write(root.resolve("chats").resolve(name), sample.ended());
    }

    private Map<String, Object> head(Sample sample) {
        var begun = sample.time(sample.talk().getFirst());
        var head = object("sessionId", nativeId(sample), "kind", "main");
        head.putAll(
                object("projectHash", Store.sha256(sample.cwd().toString()), "startTime", begun, "lastUpdated", begun));
        return head;
    }

    private Map<String, Object> message(Sample sample, int turn, Said said) {
        var line = object("id", nativeId(sample).substring(0, 35) + turn, "timestamp", sample.time(said));
        line.put("type", said.isPersons() ? "user" : "gemini");
        line.put("content", said.isPersons() ? List.of(object("text", said.text())) : said.text());
        if (!said.isPersons()) {
            line.put("model", sample.model("gemini-3-pro", "gemini-3-flash"));
            line.put("tokens", tokens(DemoUse.of(sample, said)));
        }
        return line;
    }

    private static Map<String, Object> tokens(DemoUse use) {
        var tokens = object("input", use.input(), "output", use.output(), "cached", use.cached());
        tokens.putAll(object("thoughts", use.output() / 2, "tool", 0));
        tokens.put("total", use.input() + use.output() + use.output() / 2);
        return tokens;
    }
}
