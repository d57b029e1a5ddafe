package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One file a session, in which each entry names the one that it follows. Where the person spoke twice, the file also
/// has the question that was asked first and taken back.
final class DemoPi implements Store {
    private static final double DOLLARS_A_TOKEN = 0.000_003;

    @Override
    public EngineKey engine() {
        return EngineKey.PI;
    }

    @Override
    public String alias() {
        return "pi";
    }

    @Override
    public String command() {
        return "pi";
    }

    @Override
    public void write(Sample sample) throws IOException {
        var entries = new Entries();
        entries.add(
                "session_info",
                sample.time(sample.talk().getFirst()),
                object("name", sample.story().title()));
        int spoken = 0;
        for (var said : sample.talk()) {
            if (said.isPersons() && spoken++ == 1) {
                entries.takenBack(sample.time(said), said.text());
            }
            (said.isSpoken() ? List.of(spoken(sample, said)) : called(sample, said))
                    .forEach(message -> entries.message(sample.time(said), message));
        }
        var lines = new JsonLinesFile().add(header(sample));
        entries.all.forEach(lines::add);
        var time = sample.time(sample.talk().getFirst()).replace(':', '-').replace('.', '-');
        var folder = "--" + sample.cwd().toString().substring(1).replace('/', '-') + "--";
        lines.write(
                sample.home()
                        .resolve(".pi/agent/sessions")
                        .resolve(folder)
                        .resolve(time.replaceFirst("(T\\d\\d-\\d\\d-\\d\\d)Z", "$1-000Z") + "_" + nativeId(sample)
                                + ".jsonl"),
                sample.ended());
    }

    private Map<String, Object> header(Sample sample) {
        var line = object("type", "session", "version", 3, "id", nativeId(sample));
        line.putAll(object(
                "timestamp",
                sample.time(sample.talk().getFirst()),
                "cwd",
                sample.cwd().toString()));
        return line;
    }

    private static Map<String, Object> spoken(Sample sample, Said said) {
        var text = object("type", "text", "text", said.text());
        return said.isPersons() ? object("role", "user", "content", List.of(text)) : answer(sample, said, text, "stop");
    }

    private static List<Map<String, Object>> called(Sample sample, Said said) {
        var id = "call_" + sample.plainId().substring(0, 20) + sample.talk().indexOf(said);
        var call = object("type", "toolCall", "id", id, "name", said.tool(), "arguments", said.input());
        var result = object("role", "toolResult", "toolCallId", id, "toolName", said.tool());
        result.put("content", List.of(object("type", "text", "text", said.text())));
        result.put("isError", said.fails());
        return List.of(answer(sample, said, call, "toolUse"), result);
    }

    private static Map<String, Object> answer(Sample sample, Said said, Map<String, Object> content, String reason) {
        var use = DemoUse.of(sample, said);
        var usage = object("input", use.fresh(), "output", use.output());
        usage.putAll(object("cacheRead", use.cached(), "cacheWrite", use.written()));
        usage.put("cost", object("total", (use.fresh() + use.written() + 5 * use.output()) * DOLLARS_A_TOKEN));
        var message = object("role", "assistant", "content", List.of(content), "provider", "anthropic");
        message.putAll(object("model", "claude-sonnet-4-5", "usage", usage, "stopReason", reason));
        return message;
    }

    /// Entries in the making, each below the one before it.
    private static final class Entries {
        private final List<Map<String, Object>> all = new ArrayList<>();
        private String last = "";

        void add(String type, String time, Map<String, Object> content) {
            var id = "%08x".formatted(0xa0000000L + all.size());
            var entry = new LinkedHashMap<String, Object>();
            entry.put("type", type);
            entry.put("id", id);
            entry.put("parentId", last.isEmpty() ? NullNode.getInstance() : last);
            entry.put("timestamp", time);
            entry.putAll(content);
            all.add(entry);
            last = id;
        }

        void message(String time, Map<String, Object> message) {
            add("message", time, object("message", message));
        }

        /// The same words with a slip in them, from which the person went back.
        void takenBack(String time, String text) {
            var before = last;
            var slip = object("type", "text", "text", text + " (sent too early)");
            message(time, object("role", "user", "content", List.of(slip)));
            last = before;
        }
    }
}
