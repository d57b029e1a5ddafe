package dev.svc.server.demo;

import static dev.svc.server.demo.JsonLinesFile.object;

import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/// One rollout a session, in a folder of its day or in the program's own archive.
final class DemoCodex implements Store {
    @Override
    public EngineKey engine() {
        return EngineKey.CODEX;
    }

    @Override
    public String alias() {
        return "codex";
    }

    @Override
    public String command() {
        return "codex";
    }

    private static final int FIVE_HOURS = 300;
    private static final int WEEK_HALF = 5_040;
    private static final Duration HALF_SPENT = Duration.ofMinutes(150);
    private static final DateTimeFormatter FILE_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu/MM/dd").withZone(ZoneOffset.UTC);

    @Override
    public boolean archives() {
        return true;
    }

    @Override
    public void write(Sample sample) throws IOException {
        var first = sample.talk().getFirst();
        var lines = new JsonLinesFile()
                .add(record(sample, first, "session_meta", meta(sample)))
                .add(record(sample, first, "turn_context", context(sample)));
        var used = DemoUse.NOTHING;
        for (var said : sample.talk()) {
            (said.isSpoken() ? spoken(sample, said) : called(sample, said)).forEach(lines::add);
            if (!said.isPersons()) {
                var last = DemoUse.of(sample, said);
                used = used.plus(last);
                lines.add(record(sample, said, "event_msg", counted(sample, used, last)));
            }
        }
        var folder = sample.story().archived()
                ? ".codex/archived_sessions"
                : ".codex/sessions/" + DAY.format(sample.begun());
        var name = "rollout-" + FILE_TIME.format(sample.begun()) + "-" + nativeId(sample) + ".jsonl";
        lines.write(sample.home().resolve(folder).resolve(name), sample.ended());
    }

    private Map<String, Object> meta(Sample sample) {
        var id = nativeId(sample);
        var meta =
                object("session_id", id, "id", id, "timestamp", sample.begun().toString());
        meta.putAll(object("cwd", sample.cwd().toString(), "originator", "codex_cli_rs", "cli_version", "0.169.0"));
        meta.putAll(object("source", "cli", "thread_source", "user"));
        meta.put("git", object("branch", sample.story().branch()));
        return meta;
    }

    private static Map<String, Object> context(Sample sample) {
        return object("cwd", sample.cwd().toString(), "model", sample.model("gpt-5.1-codex", "gpt-5.2"));
    }

    private static List<Map<String, Object>> spoken(Sample sample, Said said) {
        boolean persons = said.isPersons();
        var text = object("type", persons ? "input_text" : "output_text", "text", said.text());
        var message = object("type", "message", "role", persons ? "user" : "assistant", "content", List.of(text));
        var told = object("type", persons ? "user_message" : "agent_message", "message", said.text());
        return List.of(record(sample, said, "response_item", message), record(sample, said, "event_msg", told));
    }

    private static List<Map<String, Object>> called(Sample sample, Said said) {
        var id = "call_" + sample.plainId().substring(0, 20) + sample.talk().indexOf(said);
        var call = object("type", "function_call", "name", said.tool(), "call_id", id);
        call.put("arguments", JsonLinesFile.text(said.input()));
        var output = object("type", "function_call_output", "call_id", id, "output", said.text());
        return List.of(record(sample, said, "response_item", call), record(sample, said, "response_item", output));
    }

    /// Sums of the whole thread, and how far the account is.
    private static Map<String, Object> counted(Sample sample, DemoUse sum, DemoUse last) {
        var info = object("total_token_usage", tokens(sum), "last_token_usage", tokens(last));
        var hours = limit(62, FIVE_HOURS, sample.ended().plus(HALF_SPENT));
        var week = limit(38, 2 * WEEK_HALF, sample.ended().plus(Duration.ofMinutes(WEEK_HALF)));
        return object("type", "token_count", "info", info, "rate_limits", object("primary", hours, "secondary", week));
    }

    private static Map<String, Object> tokens(DemoUse use) {
        var tokens = object("input_tokens", use.input(), "cached_input_tokens", use.cached());
        tokens.putAll(object("output_tokens", use.output(), "reasoning_output_tokens", use.output() / 3));
        tokens.put("total_tokens", use.input() + use.output());
        return tokens;
    }

    private static Map<String, Object> limit(int percent, int minutes, Instant resets) {
        return object("used_percent", percent, "window_minutes", minutes, "resets_at", resets.getEpochSecond());
    }

    private static Map<String, Object> record(Sample sample, Said said, String type, Object payload) {
        return object("timestamp", sample.time(said), "type", type, "payload", payload);
    }
}
