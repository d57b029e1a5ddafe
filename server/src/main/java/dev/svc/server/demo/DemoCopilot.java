package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/// A folder a session: a note, and a log in which sub-agents write as well.
final class DemoCopilot implements Store {
    private static final String TASK = "task";

    @Override
    public EngineKey engine() {
        return EngineKey.COPILOT;
    }

    @Override
    public String alias() {
        return "copilot";
    }

    @Override
    public String command() {
        return "copilot";
    }

    @Override
    public void write(Sample sample) throws IOException {
        var log = new Log(sample);
        var begun = sample.talk().getFirst();
        log.add(begun, "session.start", "", start(sample));
        for (var said : sample.talk()) {
            if (said.isPersons()) {
                log.add(said, "user.message", "", object("content", said.text(), "delivery", "idle"));
            } else {
                log.add(said, "session.usage_record", "", object("usage", usage(sample, said)));
                answer(sample, said, log);
            }
        }
        log.add(sample.talk().getLast(), "session.shutdown", "", object("shutdownType", "routine"));
        var folder = sample.home().resolve(".copilot/session-state").resolve(nativeId(sample));
        log.lines.write(folder.resolve("events.jsonl"), sample.ended());
        JsonLinesFile.write(folder.resolve("workspace.yaml"), note(sample), sample.ended());
    }

    private static void answer(Sample sample, Said said, Log log) {
        if (said.isSpoken()) {
            log.add(said, "assistant.message", "", message(sample, said.text()));
            return;
        }
        var call = "call_" + sample.plainId().substring(0, 20) + sample.talk().indexOf(said);
        var asked = object("toolCallId", call, "toolName", said.tool(), "arguments", said.input());
        log.add(said, "tool.execution_start", "", asked);
        if (said.tool().equals(TASK)) {
            delegate(sample, said, call, log);
        }
        var result = object("toolCallId", call, "success", true, "result", object("content", said.text()));
        if (said.tool().equals("bash")) {
            result.put("shellExecution", object("exitCode", said.fails() ? 1 : 0));
        }
        log.add(said, "tool.execution_complete", "", result);
    }

    /// What a sub-agent was asked, and what it answered.
    private static void delegate(Sample sample, Said said, String call, Log log) {
        var agent = sample.id().toString().substring(0, 33)
                + "a%02d".formatted(sample.talk().indexOf(said));
        var name = said.input().getOrDefault("name", TASK);
        var started = object("toolCallId", call, "agentName", said.input().getOrDefault("agent_type", "explore"));
        started.put("agentDisplayName", name);
        log.add(said, "subagent.started", agent, started);
        var asked = object("content", said.input().getOrDefault("prompt", ""));
        asked.put("source", "agent-" + sample.id());
        log.add(said, "user.message", agent, asked);
        log.add(said, "assistant.message", agent, message(sample, said.text()));
        log.add(said, "subagent.completed", agent, started);
    }

    private static Map<String, Object> message(Sample sample, String text) {
        return object("content", text, "model", model(sample), "toolRequests", List.of());
    }

    private static String model(Sample sample) {
        return sample.model("claude-sonnet-4.6", "gpt-5.3-codex");
    }

    private Map<String, Object> start(Sample sample) {
        var start = object("sessionId", nativeId(sample), "version", 1, "producer", "copilot-agent");
        start.putAll(object("copilotVersion", "1.0.102", "startTime", begun(sample)));
        start.put("selectedModel", model(sample));
        start.put(
                "context",
                object("cwd", sample.cwd().toString(), "branch", sample.story().branch()));
        return start;
    }

    private static Map<String, Object> usage(Sample sample, Said said) {
        var use = DemoUse.of(sample, said);
        var usage = object("model", model(sample), "inputTokens", use.input(), "outputTokens", use.output());
        usage.putAll(object("cacheReadTokens", use.cached(), "cacheWriteTokens", use.written(), "cost", 1));
        return usage;
    }

    private String note(Sample sample) {
        return """
                id: %s
                cwd: %s
                branch: %s
                client_name: github/cli
                name: %s
                user_named: false
                summary_count: 0
                fork_count: 0
                created_at: %s
                updated_at: %s
                """.formatted(
                        nativeId(sample),
                        quoted(sample.cwd().toString()),
                        quoted(sample.story().branch()),
                        quoted(sample.story().title()),
                        begun(sample),
                        begun(sample));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String begun(Sample sample) {
        return sample.begun().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /// The events of one session. Owned by one writing.
    private static final class Log {
        final JsonLinesFile lines = new JsonLinesFile();
        private final Sample sample;
        private int count;

        Log(Sample sample) {
            this.sample = sample;
        }

        /// @param agent the sub-agent that writes it; empty for the session itself
        void add(Said said, String type, String agent, Map<String, Object> data) {
            var event = object("type", type, "data", data);
            if (!agent.isEmpty()) {
                event.put("agentId", agent);
            }
            event.put("id", sample.id().toString().substring(0, 32) + "%04d".formatted(count++));
            event.put("timestamp", sample.time(said));
            lines.add(event);
        }
    }
}
