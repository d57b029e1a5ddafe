package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A folder a session: its summary, and the stream of its updates. A sub-agent has such a folder of its own.
final class DemoGrok implements Store {
    private static final String SPAWN = "spawn_subagent";

    @Override
    public EngineKey engine() {
        return EngineKey.GROK;
    }

    @Override
    public String alias() {
        return "grok";
    }

    @Override
    public String command() {
        return "grok";
    }

    @Override
    public void write(Sample sample) throws IOException {
        var lines = new JsonLinesFile();
        var talk = sample.talk();
        for (int place = 0; place < talk.size(); place++) {
            var said = talk.get(place);
            if (said.isPersons()) {
                lines.add(update(sample, said, prompt(said.text(), place)));
            } else if (said.isSpoken()) {
                lines.add(update(sample, said, spoken("agent_message_chunk", said.text())));
                if (place + 1 == talk.size() || talk.get(place + 1).isPersons()) {
                    lines.add(update(sample, said, completed(sample, said, place)));
                }
            } else {
                called(sample, said, place, lines);
            }
        }
        write(sample, nativeId(sample), summary(sample), lines);
    }

    private static void write(Sample sample, String id, Map<String, Object> summary, JsonLinesFile lines)
            throws IOException {
        var bucket = URLEncoder.encode(sample.cwd().toString(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
        Path folder = sample.home().resolve(".grok/sessions").resolve(bucket).resolve(id);
        lines.write(folder.resolve("updates.jsonl"), sample.ended());
        JsonLinesFile.write(folder.resolve("summary.json"), JsonLinesFile.text(summary), sample.ended());
    }

    private void called(Sample sample, Said said, int place, JsonLinesFile lines) throws IOException {
        var id = "call_" + sample.plainId().substring(0, 20) + place;
        var tool = object("x.ai/tool", object("version", 1, "name", said.tool()));
        var call = object("sessionUpdate", "tool_call", "toolCallId", id, "title", said.tool());
        call.putAll(object("rawInput", said.input(), "_meta", tool));
        lines.add(update(sample, said, call));
        var answer = object("sessionUpdate", "tool_call_update", "toolCallId", id);
        answer.put("status", said.fails() ? "failed" : "completed");
        answer.put("content", List.of(object("type", "content", "content", text(said.text()))));
        if (said.tool().equals(SPAWN)) {
            var agent = agent(sample, said, place);
            var spawned = object("sessionUpdate", "subagent_spawned", "child_session_id", agent);
            spawned.put("description", said.input().getOrDefault("description", ""));
            lines.add(update(sample, said, spawned));
            answer.put("rawOutput", object("type", "SubagentCompleted", "subagent_id", agent));
        }
        lines.add(update(sample, said, answer));
    }

    /// Writes what the sub-agent was asked and what it answered.
    private String agent(Sample sample, Said said, int place) throws IOException {
        var id = UUID.nameUUIDFromBytes((nativeId(sample) + place).getBytes(StandardCharsets.UTF_8))
                .toString();
        var asked = String.valueOf(said.input().get("prompt"));
        var lines = new JsonLinesFile()
                .add(update(sample, said, prompt(asked, 0)))
                .add(update(sample, said, spoken("agent_message_chunk", said.text())));
        var summary = summary(sample);
        summary.put("info", object("id", id, "cwd", sample.cwd().toString()));
        summary.putAll(object("generated_title", asked, "session_kind", "subagent"));
        write(sample, id, summary, lines);
        return id;
    }

    private Map<String, Object> summary(Sample sample) {
        var info = object("id", nativeId(sample), "cwd", sample.cwd().toString());
        var summary = object("info", info, "generated_title", sample.story().title());
        summary.putAll(object("created_at", sample.begun().toString()));
        summary.putAll(object("updated_at", sample.ended().toString()));
        summary.putAll(object("num_messages", sample.talk().size(), "current_model_id", model(sample)));
        summary.put("head_branch", sample.story().branch());
        return summary;
    }

    private static String model(Sample sample) {
        return sample.model("grok-build", "grok-code-fast-1");
    }

    private Map<String, Object> update(Sample sample, Said said, Map<String, Object> update) {
        Instant at = sample.at(said);
        var params = object("sessionId", nativeId(sample), "update", update);
        params.put("_meta", object("agentTimestampMs", at.toEpochMilli()));
        return object("timestamp", at.getEpochSecond(), "method", "session/update", "params", params);
    }

    private static Map<String, Object> prompt(String words, int place) {
        var update = spoken("user_message_chunk", words);
        update.put("_meta", object("promptIndex", place));
        return update;
    }

    private static Map<String, Object> spoken(String kind, String words) {
        return object("sessionUpdate", kind, "content", text(words));
    }

    private static Map<String, Object> text(String words) {
        return object("type", "text", "text", words);
    }

    private Map<String, Object> completed(Sample sample, Said said, int place) {
        var use = DemoUse.of(sample, said);
        var usage = object("inputTokens", use.input(), "outputTokens", use.output());
        usage.putAll(object("totalTokens", use.input() + use.output(), "cachedReadTokens", use.cached()));
        usage.putAll(object("cacheCreationTokens", use.written(), "reasoningTokens", 0, "modelCalls", 1));
        var whole = object("modelUsage", object(model(sample), usage));
        whole.putAll(usage);
        var update = object("sessionUpdate", "turn_completed", "prompt_id", nativeId(sample) + "-" + place);
        update.putAll(object("stop_reason", "end_turn", "usage", whole));
        return update;
    }
}
