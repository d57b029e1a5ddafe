package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A folder a session: its state, and the wire of what went back and forth.
final class DemoKimi implements Store {
    @Override
    public EngineKey engine() {
        return EngineKey.KIMI;
    }

    @Override
    public String alias() {
        return "kimi";
    }

    @Override
    public String command() {
        return "kimi";
    }

    @Override
    public String nativeId(Sample sample) {
        return "session_" + sample.id();
    }

    @Override
    public void write(Sample sample) throws IOException {
        var lines = new JsonLinesFile().add(head(sample)).add(request(sample));
        var words = sample.words();
        for (int turn = 0; turn < words.size(); turn++) {
            var said = words.get(turn);
            lines.add(turn(sample, turn, said));
            if (!said.isPersons()) {
                lines.add(used(sample, said));
            }
        }
        var folder = sample.home()
                .resolve(".kimi-code/sessions")
                .resolve(bucket(sample))
                .resolve(nativeId(sample));
        lines.write(folder.resolve("agents/main/wire.jsonl"), sample.ended());
        JsonLinesFile.write(folder.resolve("state.json"), JsonLinesFile.text(state(sample)), sample.ended());
    }

    private static String bucket(Sample sample) {
        var place = sample.story().place().replaceAll("[^A-Za-z0-9]+", "-");
        return "wd_" + place + "_" + Store.sha256(sample.cwd().toString()).substring(0, 12);
    }

    private Map<String, Object> state(Sample sample) {
        var state =
                object("id", nativeId(sample), "version", 2, "cwd", sample.cwd().toString());
        state.putAll(object("createdAt", sample.begun().toEpochMilli()));
        state.putAll(object("updatedAt", sample.ended().toEpochMilli(), "archived", false));
        state.putAll(object("lastPrompt", sample.talk().getFirst().text()));
        state.putAll(object("title", sample.story().title(), "titleKind", "custom", "isCustomTitle", true));
        return state;
    }

    private static Map<String, Object> head(Sample sample) {
        var created = sample.begun().toEpochMilli();
        return object("type", "metadata", "protocol_version", "1.5", "created_at", created);
    }

    private static Map<String, Object> request(Sample sample) {
        var line = object("type", "llm.request", "agentId", "main", "model", "kimi-k2.5", "modelAlias", "k2.5");
        line.put("time", sample.begun().toEpochMilli());
        return line;
    }

    private static Map<String, Object> turn(Sample sample, int turn, Said said) {
        var part = object("type", "text", "text", said.text());
        var line = said.isPersons() ? asked(turn, part) : answered(turn, part);
        line.put("time", sample.at(said).toEpochMilli());
        return line;
    }

    private static Map<String, Object> used(Sample sample, Said said) {
        var use = DemoUse.of(sample, said);
        var usage = object("inputOther", use.fresh(), "output", use.output());
        usage.putAll(object("inputCacheRead", use.cached(), "inputCacheCreation", use.written()));
        var line = object("type", "usage.record", "agentId", "main", "model", "k2.5", "usage", usage);
        line.put("time", sample.at(said).toEpochMilli());
        return line;
    }

    private static Map<String, Object> asked(int turn, Map<String, Object> part) {
        var line = object("type", "turn.prompt", "agentId", "main", "input", List.of(part));
        line.putAll(object("origin", object("kind", "user"), "turnId", turn / 2));
        return line;
    }

    private static Map<String, Object> answered(int turn, Map<String, Object> part) {
        var event = object("type", "content.part", "turnId", "" + turn / 2, "step", 1, "part", part);
        return object("type", "context.append_loop_event", "agentId", "main", "event", event);
    }
}
