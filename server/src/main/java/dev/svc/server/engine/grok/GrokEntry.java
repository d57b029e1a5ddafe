package dev.svc.server.engine.grok;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The parts of an update that a conversation needs, as they lie in its line. Valid while its line is.
///
/// @param kind empty when the line says nothing that a conversation needs
record GrokEntry(String kind, JsonView record, JsonView update) {
    static final String TYPED = "user_message_chunk";
    static final String ANSWER = "agent_message_chunk";
    static final String THOUGHT = "agent_thought_chunk";
    static final String CALL = "tool_call";
    static final String CALL_UPDATE = "tool_call_update";
    static final String ENDED = "turn_completed";
    static final String RETRY = "retry_state";
    static final String AGENT = "subagent_spawned";
    static final String COMPACTED = "auto_compact_completed";

    /// What was said since a prompt was taken back. It stays in the log.
    static final String WENT_BACK = "rewind_marker";

    private static final byte[] OPENING = "\"update\":{\"sessionUpdate\":\"".getBytes(US_ASCII);
    private static final int REACH = 400;
    private static final Set<String> SPOKEN =
            Set.of(TYPED, ANSWER, THOUGHT, CALL, CALL_UPDATE, ENDED, RETRY, AGENT, COMPACTED, WENT_BACK);
    private static final long LATEST_MILLIS = 253_402_300_799_999L;

    /// The kind by a look at the line's beginning; empty where that does not say it.
    static String kind(JsonLine line) {
        return line.quotedAfter(OPENING, REACH);
    }

    static GrokEntry of(JsonLine line) {
        var kind = kind(line);
        var record = line.view();
        if (!kind.isEmpty() && !SPOKEN.contains(kind)) {
            return new GrokEntry("", record, JsonView.of(""));
        }
        boolean whole = record.members((key, value) -> {});
        var update = record.member("params").member("update");
        var said = update.member("sessionUpdate").text();
        return new GrokEntry(whole && SPOKEN.contains(said) ? said : "", record, update);
    }

    /// In milliseconds since 1970; 0 where the line does not say. A fork copies what was said when it was said.
    long at() {
        long millis = record.member("params")
                .member("_meta")
                .member("agentTimestampMs")
                .number(0);
        return isTime(millis) ? millis : written(record.member("timestamp").number(0));
    }

    private static long written(long seconds) {
        long millis = TimeUnit.SECONDS.toMillis(seconds);
        return isTime(millis) ? millis : 0;
    }

    private static boolean isTime(long millis) {
        return millis > 0 && millis <= LATEST_MILLIS;
    }

    String text(String member) {
        return update.member(member).text();
    }

    /// The words of a piece of a message.
    String words(int characters) {
        var content = update.member("content");
        return content.member("type").text().equals("text")
                ? content.member("text").text(characters)
                : "";
    }

    /// Which of the prompts this is a piece of; negative where it does not say.
    long prompt() {
        return update.member("_meta").member("promptIndex").number(-1);
    }

    String call() {
        return text("toolCallId");
    }

    /// The tool's own name, or what stands for it on the screen.
    String tool(int characters) {
        var name = update.member("_meta").member("x.ai/tool").member("name").text(characters);
        var shown = name.isBlank() ? update.member("title").text(characters) : name;
        return shown.isBlank() ? "tool" : shown;
    }

    boolean isOver() {
        return isDone() || text("status").equals("failed");
    }

    boolean isDone() {
        return text("status").equals("completed");
    }

    /// How its command ended; `none` where it was no command, or one that still runs.
    long exitCode(long none) {
        return update.member("rawOutput").member("exit_code").number(none);
    }

    /// The sub-agent that this tells of; empty where it tells of none.
    String agent() {
        var output = update.member("rawOutput").member("subagent_id").text();
        return output.isEmpty() ? text("child_session_id") : output;
    }
}
