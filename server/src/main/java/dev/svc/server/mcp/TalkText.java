package dev.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// Answers of the interface in words for a model: short, bounded, with what the next call needs. What strangers said
/// stands in it as text, without control characters.
final class TalkText {
    static final int MOST_TURNS = 50;

    /// Characters of a turn, of a tool's use, and of a whole answer.
    private static final int MOST_OF_TURN = 6_000;

    private static final int MOST_OF_TOOL = 600;
    private static final int MOST = 60_000;

    private TalkText() {}

    static String found(JsonNode result) {
        var lines = new ArrayList<String>();
        lines.add("%d sessions match.".formatted(result.path("sessions").asInt())
                + (result.path("complete").asBoolean()
                        ? ""
                        : " Not every session is searchable yet; ask again later."));
        for (var group : result.path("groups")) {
            lines.add("");
            lines.add(row(group.path("session")));
            for (var hit : group.path("hits")) {
                lines.add("  turn %d, %s%s: %s"
                        .formatted(
                                hit.path("turn").asInt() + 1,
                                word(hit, "role"),
                                day(hit, "at"),
                                PlainText.line(hit.path("snippet").asText())));
            }
            int more = group.path("more").asInt();
            if (more > 0) {
                lines.add("  and %d more hits in this session".formatted(more));
            }
        }
        return bounded(lines);
    }

    static String listed(JsonNode list) {
        var lines = new ArrayList<String>();
        lines.add("%d of %d sessions, the last used first."
                .formatted(list.path("sessions").size(), list.path("total").asInt()));
        list.path("sessions").forEach(session -> lines.add(row(session)));
        return bounded(lines);
    }

    private static String row(JsonNode session) {
        var row = new StringJoiner(" | ");
        row.add(word(session, "id"));
        row.add(title(session));
        row.add(word(session, "cwd"));
        row.add("last used " + word(session, "updated_at"));
        if (isLive(session)) {
            row.add("runs: " + word(session, "status"));
        }
        return row.toString();
    }

    private static boolean isLive(JsonNode session) {
        return session.path("live").asBoolean() || session.path("live").asText().equals("elsewhere");
    }

    private static String title(JsonNode session) {
        var title = word(session, "title");
        return title.isEmpty() ? "(no title)" : title;
    }

    /// @param first the first turn that was asked for; earlier ones are left out
    static String turns(JsonNode page, int first) {
        var lines = new ArrayList<String>();
        lines.add("Turns %d to %d of %d."
                .formatted(
                        Math.max(first, page.path("turns_from").asInt()) + 1,
                        page.path("turns_to").asInt(),
                        page.path("total_turns").asInt()));
        for (var turn : page.path("turns")) {
            if (turn.path("index").asInt() >= first) {
                lines.add("");
                lines.add("[%d] %s%s".formatted(turn.path("index").asInt() + 1, word(turn, "role"), day(turn, "at")));
                said(turn, lines);
            }
        }
        return bounded(lines);
    }

    private static void said(JsonNode turn, List<String> lines) {
        var text = PlainText.of(turn.path("text").asText()).strip();
        if (!text.isEmpty()) {
            lines.add(cut(text, MOST_OF_TURN));
        }
        var tool = turn.path("tool");
        if (tool.isObject()) {
            lines.add("%s: %s"
                    .formatted(
                            word(tool, "name"),
                            cut(PlainText.of(tool.path("input_summary").asText()), MOST_OF_TOOL)));
            var output = PlainText.of(tool.path("output_summary").asText()).strip();
            if (!output.isEmpty()) {
                lines.add("→ " + cut(output, MOST_OF_TOOL));
            }
        }
    }

    static String status(JsonNode session) {
        var lines = new ArrayList<String>();
        lines.add(row(session));
        lines.add("model: %s; messages: %s; branch: %s"
                .formatted(word(session, "model"), word(session, "message_count"), word(session, "branch")));
        if (!isLive(session)) {
            lines.add("It does not run.");
        }
        var question = session.path("question");
        if (question.isObject()) {
            lines.add("It waits for a person: "
                    + PlainText.line(question.path("text").asText("")));
        }
        return bounded(lines);
    }

    static String changes(JsonNode changes) {
        var lines = new ArrayList<String>();
        lines.add("%d files, +%d −%d."
                .formatted(
                        changes.path("files").size(),
                        changes.path("additions").asInt(),
                        changes.path("deletions").asInt()));
        for (var file : changes.path("files")) {
            lines.add("");
            lines.add("%s (%s, +%d −%d)"
                    .formatted(
                            word(file, "path"),
                            word(file, "status"),
                            file.path("additions").asInt(),
                            file.path("deletions").asInt()));
            for (var hunk : file.path("hunks")) {
                lines.add("@@ turn %d @@".formatted(hunk.path("turn").asInt() + 1));
                hunk.path("lines")
                        .forEach(line -> lines.add(line.path("op").asText()
                                + PlainText.line(line.path("text").asText())));
            }
        }
        int commands = changes.path("unknown").size();
        if (commands > 0) {
            lines.add("%d commands may have written files that the log does not tell.".formatted(commands));
        }
        return bounded(lines);
    }

    static String command(JsonNode command) {
        var words = new StringJoiner(" ");
        command.path("argv").forEach(it -> words.add(quoted(it.asText())));
        return "cd %s && %s%s"
                .formatted(
                        quoted(command.path("folder").asText()),
                        words,
                        command.path("exists").asBoolean() ? "" : "\nThe folder is not there any more.");
    }

    /// As a shell reads it.
    private static String quoted(String word) {
        var plain = PlainText.line(word);
        return plain.matches("[A-Za-z0-9_./:=@%+,-]+") ? plain : "'" + plain.replace("'", "'\\''") + "'";
    }

    static String questions(JsonNode answer) {
        if (answer.path("questions").isEmpty()) {
            return "No program asks anything.";
        }
        var lines = new ArrayList<String>();
        for (var question : answer.path("questions")) {
            lines.add("question %s | digest %s | session %s | since %s"
                    .formatted(
                            word(question, "id"),
                            word(question, "digest"),
                            word(question, "sid"),
                            word(question, "since")));
            lines.add("  %s %s".formatted(word(question, "tool"), word(question, "title")));
            for (var field : List.of("cwd", "text", "command", "diff")) {
                var said = question.path(field).asText("");
                if (!said.isEmpty()) {
                    lines.add("  %s: %s".formatted(field, cut(PlainText.of(said), MOST_OF_TURN)));
                }
            }
            question.path("choices")
                    .forEach(it -> lines.add(
                            "  choice %s: %s (%s)".formatted(word(it, "key"), word(it, "label"), word(it, "effect"))));
            lines.add("");
        }
        return bounded(lines);
    }

    static String answered(JsonNode answer) {
        var how = word(answer, "how");
        return how.isEmpty() ? "Sent; the program has not said yet that it took it." : "Taken: %s.".formatted(how);
    }

    private static String word(JsonNode node, String field) {
        var value = node.path(field);
        return value.isNull() ? "" : PlainText.line(value.asText(""));
    }

    private static String day(JsonNode node, String field) {
        var at = word(node, field);
        return at.isEmpty() ? "" : ", " + at;
    }

    private static String cut(String text, int most) {
        return text.length() <= most
                ? text
                : "%s… (%d characters more)".formatted(text.substring(0, most), text.length() - most);
    }

    private static String bounded(List<String> lines) {
        return cut(String.join("\n", lines), MOST);
    }
}
