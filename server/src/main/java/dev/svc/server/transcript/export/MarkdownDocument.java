package dev.svc.server.transcript.export;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.server.texts.Patience;

/// A heading a turn; calls in fences that nothing in them closes, thoughts and sub-agents quoted.
final class MarkdownDocument implements Document {
    private static final int SHORTEST_FENCE = 3;

    private final String program;

    MarkdownDocument(String program) {
        this.program = program;
    }

    @Override
    public String begin(Head head, int turns) {
        return "# " + oneLine(head.title()) + "\n\n"
                + item("Session", head.id())
                + item("Program", head.model() == null ? head.program() : head.program() + ", " + head.model())
                + (head.cwd() == null ? "" : item("Folder", head.cwd()))
                + item("From", head.createdAt() + " to " + head.updatedAt())
                + item("Turns", Integer.toString(turns));
    }

    private static String item(String name, String value) {
        return "- " + name + ": " + oneLine(value) + "\n";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    @Override
    public String turn(int index, Turn turn, Patience patience) {
        return "\n## " + Words.who(turn, program) + (turn.at() == null ? "" : ", " + turn.at()) + "\n\n" + body(turn);
    }

    private static String body(Turn turn) {
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
        var purpose = tool.purpose().isBlank() ? "" : "\n" + oneLine(tool.purpose()) + "\n";
        return "**`" + name + "`** (" + Words.outcome(tool) + ")\n"
                + purpose
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
    public String end() {
        return "";
    }
}
