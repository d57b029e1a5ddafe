package dev.svc.server.transcript.export;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import java.io.IOException;
import java.io.Writer;

/// A heading a turn; calls in fences that nothing in them closes, thoughts and sub-agents quoted.
final class MarkdownDocument implements Document {
    private static final int SHORTEST_FENCE = 3;

    private final Writer out;
    private String program = "";

    MarkdownDocument(Writer out) {
        this.out = out;
    }

    @Override
    public void begin(Head head, int turns) throws IOException {
        program = head.program();
        out.append("# ").append(oneLine(head.title())).append("\n\n");
        item("Session", head.id());
        item("Program", head.model() == null ? head.program() : head.program() + ", " + head.model());
        if (head.cwd() != null) {
            item("Folder", head.cwd());
        }
        item("From", head.createdAt() + " to " + head.updatedAt());
        item("Turns", Integer.toString(turns));
    }

    private void item(String name, String value) throws IOException {
        out.append("- ").append(name).append(": ").append(oneLine(value)).append('\n');
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    @Override
    public void turn(int index, Turn turn) throws IOException {
        out.append("\n## ").append(Words.who(turn, program));
        if (turn.at() != null) {
            out.append(", ").append(turn.at().toString());
        }
        out.append("\n\n").append(body(turn));
    }

    private String body(Turn turn) {
        var body = new StringBuilder();
        if (turn.thinking() != null && !turn.thinking().isBlank()) {
            body.append(quoted("*Thinking:* " + turn.thinking().strip())).append('\n');
        }
        if (!turn.text().isBlank()) {
            body.append(turn.text().strip()).append('\n');
        }
        if (turn.tool() != null) {
            body.append(body.isEmpty() ? "" : "\n").append(tool(turn.tool()));
        }
        for (var inner : turn.inner()) {
            body.append('\n').append(quoted("**" + Words.who(inner, "Sub-agent") + "**\n\n" + body(inner)));
        }
        return body.toString();
    }

    private static String tool(ToolUse tool) {
        var name = oneLine(tool.name()).replace("`", "");
        return "**`" + name + "`** (" + Words.outcome(tool) + ")\n"
                + fenced(tool.inputSummary())
                + fenced(tool.outputSummary());
    }

    private static String fenced(String text) {
        if (text.isBlank()) {
            return "";
        }
        var fence = "`".repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
        return "\n" + fence + "\n" + text.stripTrailing() + "\n" + fence + "\n";
    }

    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private static String quoted(String text) {
        var quote = new StringBuilder();
        text.lines().forEach(line -> quote.append("> ").append(line).append('\n'));
        return quote.toString();
    }

    @Override
    public void end() {}
}
