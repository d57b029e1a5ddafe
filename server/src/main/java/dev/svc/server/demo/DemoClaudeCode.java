package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// One file a session: every record with its place, its time and its turn.
final class DemoClaudeCode implements Store {
    @Override
    public EngineKey engine() {
        return EngineKey.CLAUDE_CODE;
    }

    @Override
    public String alias() {
        return "claude";
    }

    @Override
    public String command() {
        return "claude";
    }

    @Override
    public void write(Sample sample) throws IOException {
        var title = object("type", "ai-title", "aiTitle", sample.story().title());
        title.put("sessionId", nativeId(sample));
        var lines = new JsonLinesFile().add(title);
        for (var said : sample.talk()) {
            if (said.isSpoken()) {
                lines.add(spoken(sample, said));
            } else {
                called(sample, said).forEach(lines::add);
            }
        }
        var folder = sample.cwd().toString().replaceAll("[^A-Za-z0-9]", "-");
        var file = sample.home().resolve(".claude/projects").resolve(folder).resolve(nativeId(sample) + ".jsonl");
        lines.write(file, sample.ended());
    }

    private Map<String, Object> spoken(Sample sample, Said said) {
        return said.isPersons()
                ? record(sample, said, "user", 0, object("role", "user", "content", said.text()))
                : answer(sample, said, object("type", "text", "text", said.text()));
    }

    private List<Map<String, Object>> called(Sample sample, Said said) {
        var id = "toolu_" + sample.plainId().substring(0, 20) + place(sample, said);
        var call = object("type", "tool_use", "id", id, "name", said.tool(), "input", said.input());
        var text = (said.fails() ? "Exit code 1\n" : "") + said.text();
        var result = object("type", "tool_result", "tool_use_id", id, "content", text, "is_error", said.fails());
        return List.of(
                answer(sample, said, call),
                record(sample, said, "user", 1, object("role", "user", "content", List.of(result))));
    }

    private Map<String, Object> answer(Sample sample, Said said, Map<String, Object> content) {
        var model = sample.model("claude-opus-4-8", "claude-sonnet-4-5");
        var id = "msg_" + sample.plainId().substring(0, 20) + place(sample, said);
        var message = object("id", id, "type", "message", "role", "assistant");
        message.putAll(object("model", model, "content", List.of(content), "usage", usage(sample, said)));
        return record(sample, said, "assistant", 0, message);
    }

    private static Map<String, Object> usage(Sample sample, Said said) {
        var use = DemoUse.of(sample, said);
        var usage = object("input_tokens", use.fresh(), "cache_creation_input_tokens", use.written());
        usage.putAll(object("cache_read_input_tokens", use.cached(), "output_tokens", use.output()));
        return usage;
    }

    private Map<String, Object> record(Sample sample, Said said, String type, int part, Object message) {
        var id = nativeId(sample);
        var line = object("type", type, "message", message, "isSidechain", false);
        line.put("uuid", id.substring(0, 33) + "%02d%d".formatted(place(sample, said), part));
        line.putAll(object("timestamp", sample.time(said), "userType", "external"));
        line.putAll(object("cwd", sample.cwd().toString(), "sessionId", id, "version", "2.1.330"));
        line.put("gitBranch", sample.story().branch());
        return line;
    }

    private static int place(Sample sample, Said said) {
        return sample.talk().indexOf(said);
    }
}
