package dev.svc.server.engine.kimi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import java.util.Set;

/// The parts of a wire log record that a conversation needs, as they lie in its line. Valid while its line is.
///
/// @param kind empty when the line says nothing that a conversation needs
/// @param type of the event inside, where there is one
record KimiEntry(String kind, String type, JsonView record, JsonView event) {
    private static final byte[] OPENING = "{\"type\":\"".getBytes(US_ASCII);
    private static final int LONGEST_KIND = 80;

    private static final Set<String> SPOKEN = Set.of(
            "turn.prompt",
            "turn.steer",
            "turn.cancel",
            "turn.ended",
            "turn.step.interrupted",
            "subagent.spawned",
            "context.append_loop_event",
            "context.apply_compaction");

    static KimiEntry of(JsonLine line) {
        var record = line.view();
        boolean typeFirst = line.startsWith(OPENING);
        var kind = typeFirst
                ? line.quotedAfter(OPENING, LONGEST_KIND)
                : record.member("type").text();
        boolean spoken = SPOKEN.contains(kind) && record.members((key, value) -> {});
        var event = kind.equals("context.append_loop_event") ? record.member("event") : JsonView.of("");
        return new KimiEntry(spoken ? kind : "", event.member("type").text(), record, event);
    }

    String text(String member) {
        return record.member(member).text();
    }

    boolean isPrompt() {
        return kind.equals("turn.prompt") || kind.equals("turn.steer");
    }

    boolean isMain() {
        var agent = record.member("agentId");
        return agent.length() == 0 || agent.text().equals("main");
    }

    String origin() {
        return record.member("origin").member("kind").text();
    }

    /// The words of a prompt.
    String words(int characters) {
        var words = new StringBuilder();
        record.member("input").elements(part -> {
            if (part.member("type").text().equals("text") && words.length() < characters) {
                words.append(words.isEmpty() ? "" : "\n")
                        .append(part.member("text").text(characters));
            }
        });
        return words.toString();
    }

    /// A part of an answer: `text`, or `think` for what was only thought.
    JsonView part(String type) {
        var part = event.member("part");
        return part.member("type").text().equals(type) ? part.member(type) : JsonView.of("");
    }
}
