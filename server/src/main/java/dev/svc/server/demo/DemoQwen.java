package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One chat a session, with the event of each call of a model before its answer; what a sub-agent said lies beside the
/// chats.
final class DemoQwen implements Store {
    private static final String AGENT = "agent";
    private static final String HELPER = "general-purpose";

    @Override
    public EngineKey engine() {
        return EngineKey.QWEN;
    }

    @Override
    public String alias() {
        return "qwen";
    }

    @Override
    public String command() {
        return "qwen";
    }

    @Override
    public void write(Sample sample) throws IOException {
        var project = sample.home()
                .resolve(".qwen/projects")
                .resolve(sample.cwd().toString().replaceAll("[^A-Za-z0-9]", "-"));
        var lines = new JsonLinesFile();
        for (var said : sample.talk()) {
            if (said.isPersons()) {
                lines.add(asked(sample, said));
            } else {
                lines.add(counted(sample, said)).add(answered(sample, said));
            }
            if (!said.isSpoken()) {
                lines.add(result(sample, said));
            }
            if (!said.isSpoken() && said.tool().equals(AGENT)) {
                agent(sample, said, project.resolve("subagents").resolve(nativeId(sample)));
            }
        }
        lines.add(titled(sample));
        lines.write(project.resolve("chats").resolve(nativeId(sample) + ".jsonl"), sample.ended());
    }

    private Map<String, Object> asked(Sample sample, Said said) {
        var line = record(sample, said, "user", 0);
        line.putAll(object("provenance", "real_user", "message", message("user", object("text", said.text()))));
        return line;
    }

    private Map<String, Object> counted(Sample sample, Said said) {
        var use = DemoUse.of(sample, said);
        var event = object("event.name", "qwen-code.api_response", "event.timestamp", sample.time(said));
        event.putAll(object("response_id", "chatcmpl-" + call(sample, said), "model", model(sample)));
        event.putAll(object("input_token_count", use.input(), "output_token_count", use.output()));
        event.putAll(object("cached_content_token_count", use.cached(), "thoughts_token_count", 0));
        event.putAll(object("total_token_count", use.input() + use.output()));
        var line = record(sample, said, "system", 1);
        line.putAll(object("subtype", "ui_telemetry", "systemPayload", object("uiEvent", event)));
        return line;
    }

    private Map<String, Object> answered(Sample sample, Said said) {
        var part = said.isSpoken()
                ? object("text", said.text())
                : object("functionCall", object("id", call(sample, said), "name", said.tool(), "args", said.input()));
        var use = DemoUse.of(sample, said);
        var usage = object("promptTokenCount", use.input(), "candidatesTokenCount", use.output());
        usage.putAll(object("cachedContentTokenCount", use.cached(), "totalTokenCount", use.input() + use.output()));
        var line = record(sample, said, "assistant", 2);
        line.putAll(object("provenance", "assistant_output", "model", model(sample)));
        line.putAll(object("message", message("model", part), "usageMetadata", usage));
        return line;
    }

    private Map<String, Object> result(Sample sample, Said said) {
        var answer = object("id", call(sample, said), "name", said.tool());
        answer.put("response", object(said.fails() ? "error" : "output", said.text()));
        var part = object("functionResponse", answer);
        var line = record(sample, said, "tool_result", 3);
        line.putAll(object("provenance", "tool_result", "message", message("user", part)));
        line.put("toolCallResult", object("callId", call(sample, said), "status", said.fails() ? "error" : "success"));
        return line;
    }

    private Map<String, Object> titled(Sample sample) {
        var line = record(sample, sample.talk().getLast(), "system", 4);
        var title = object("customTitle", sample.story().title(), "titleSource", "manual");
        line.putAll(object("subtype", "custom_title", "systemPayload", title));
        return line;
    }

    private void agent(Sample sample, Said said, Path folder) throws IOException {
        var id = HELPER + "-" + call(sample, said);
        var prompt = String.valueOf(said.input().get("prompt"));
        var lines = new JsonLinesFile()
                .add(ofAgent(sample, said, id, "user", message("user", object("text", prompt))))
                .add(ofAgent(sample, said, id, "assistant", message("model", object("text", said.text()))));
        lines.write(folder.resolve("agent-" + id + ".jsonl"), sample.at(said));
        var note = object("agentId", id, "agentType", HELPER, "toolUseId", call(sample, said), "status", "completed");
        JsonLinesFile.write(folder.resolve("agent-" + id + ".meta.json"), JsonLinesFile.text(note), sample.at(said));
    }

    private Map<String, Object> ofAgent(Sample sample, Said said, String id, String type, Object message) {
        var line = record(sample, said, type, 5);
        line.putAll(object("agentId", id, "agentName", HELPER, "isSidechain", true, "message", message));
        return line;
    }

    private Map<String, Object> record(Sample sample, Said said, String type, int part) {
        var id = nativeId(sample);
        var line = object(
                "uuid", id.substring(0, 33) + "%02d%d".formatted(sample.talk().indexOf(said), part));
        line.putAll(object("sessionId", id, "timestamp", sample.time(said), "type", type));
        line.putAll(object("cwd", sample.cwd().toString(), "version", "0.24.4"));
        line.put("gitBranch", sample.story().branch());
        return line;
    }

    private static Map<String, Object> message(String role, Map<String, Object> part) {
        return object("role", role, "parts", List.of(part));
    }

    private static String call(Sample sample, Said said) {
        return "call_" + sample.plainId().substring(0, 20) + sample.talk().indexOf(said);
    }

    private static String model(Sample sample) {
        return sample.model("qwen3-coder-plus", "qwen3-max");
    }
}
