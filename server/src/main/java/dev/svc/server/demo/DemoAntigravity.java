package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/// One transcript and one database per session, and one list of all that was typed.
final class DemoAntigravity implements Store {
    @Override
    public EngineKey engine() {
        return EngineKey.ANTIGRAVITY;
    }

    @Override
    public String alias() {
        return "antigravity";
    }

    @Override
    public String command() {
        return "agy";
    }

    private final JsonLinesFile typed = new JsonLinesFile();

    @Override
    public void write(Sample sample) throws IOException {
        var lines = new JsonLinesFile();
        var words = sample.words();
        for (int turn = 0; turn < words.size(); turn++) {
            var said = words.get(turn);
            lines.add(step(sample, turn, said));
            if (said.isPersons()) {
                typed.add(typed(sample, said));
            }
        }
        var root = root(sample);
        var id = nativeId(sample);
        AntigravityDatabase.write(root.resolve("conversations").resolve(id + ".db"), sample);
        lines.write(
                root.resolve("brain").resolve(id).resolve(".system_generated/logs/transcript.jsonl"), sample.ended());
        typed.write(root.resolve("history.jsonl"), sample.ended());
    }

    private static Path root(Sample sample) {
        return sample.home().resolve(".gemini/antigravity-cli");
    }

    private static Map<String, Object> step(Sample sample, int turn, Said said) {
        boolean persons = said.isPersons();
        var step = object("step_index", turn, "source", persons ? "USER_EXPLICIT" : "MODEL");
        step.putAll(object("type", persons ? "USER_INPUT" : "PLANNER_RESPONSE", "status", "DONE"));
        step.put("created_at", sample.at(said).truncatedTo(ChronoUnit.SECONDS).toString());
        step.put("content", persons ? "<USER_REQUEST>\n" + said.text() + "\n</USER_REQUEST>" : said.text());
        return step;
    }

    private Map<String, Object> typed(Sample sample, Said said) {
        var line = object("display", said.text(), "timestamp", sample.at(said).toEpochMilli());
        line.putAll(object("workspace", sample.cwd().toString(), "conversationId", nativeId(sample)));
        return line;
    }
}
