package dev.svc.server.transcript.export;

import static dev.svc.server.transcript.export.HtmlText.escaped;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import java.io.IOException;
import java.io.Writer;

/// One file that needs no other: no script, nothing loaded, and a policy in its head that holds it to that.
final class HtmlDocument implements Document {
    private final Writer out;
    private String program = "";

    HtmlDocument(Writer out) {
        this.out = out;
    }

    @Override
    public void begin(Head head, int turns) throws IOException {
        program = head.program();
        var title = escaped(head.title());
        out.append(HtmlStyle.HEAD.formatted(HtmlStyle.HASH, title, HtmlStyle.CSS));
        out.append("<h1>").append(title).append("</h1>\n<dl>\n");
        item("Session", head.id());
        item("Program", head.model() == null ? head.program() : head.program() + ", " + head.model());
        if (head.cwd() != null) {
            item("Folder", head.cwd());
        }
        item("From", head.createdAt() + " to " + head.updatedAt());
        item("Turns", Integer.toString(turns));
        out.append("</dl>\n");
    }

    private void item(String name, String value) throws IOException {
        out.append("<dt>")
                .append(name)
                .append("</dt><dd>")
                .append(escaped(value))
                .append("</dd>\n");
    }

    @Override
    public void turn(int index, Turn turn) throws IOException {
        out.append("<article class=\"")
                .append(kind(turn))
                .append("\" id=\"turn-")
                .append(Integer.toString(index));
        out.append("\">\n").append(content(turn, program)).append("</article>\n");
    }

    private static String kind(Turn turn) {
        return switch (turn.mark()) {
            case COMPACTED, INTERRUPTED -> "note";
            case ERROR -> "error";
            case NONE ->
                switch (turn.role()) {
                    case USER -> "user";
                    case ASSISTANT -> "assistant";
                    case TOOL -> "tool";
                    case SYSTEM -> "note";
                };
        };
    }

    private static String content(Turn turn, String who) {
        var content = new StringBuilder("<header>").append(escaped(Words.who(turn, who)));
        if (turn.at() != null) {
            content.append(" <time>").append(turn.at()).append("</time>");
        }
        content.append("</header>\n");
        if (turn.thinking() != null && !turn.thinking().isBlank()) {
            content.append(folded("Thinking", "<div>" + HtmlText.markdown(turn.thinking()) + "</div>", false));
        }
        if (!turn.text().isBlank()) {
            content.append("<div>").append(HtmlText.markdown(turn.text())).append("</div>\n");
        }
        if (turn.tool() != null) {
            content.append(tool(turn.tool()));
        }
        return content.append(inner(turn)).toString();
    }

    private static String tool(ToolUse tool) {
        var head = "<b>%s</b> <code>%s</code> <i>%s</i>"
                .formatted(
                        escaped(tool.name()),
                        escaped(tool.inputSummary().lines().findFirst().orElse("")),
                        Words.outcome(tool));
        boolean more = tool.inputSummary().lines().count() > 1;
        var body = (more ? pre(tool.inputSummary()) : "") + pre(tool.outputSummary());
        return body.isEmpty() ? "<p>" + head + "</p>\n" : folded(head, body, Boolean.FALSE.equals(tool.ok()));
    }

    private static String inner(Turn turn) {
        if (turn.inner().isEmpty()) {
            return "";
        }
        var turns = new StringBuilder();
        for (var inner : turn.inner()) {
            turns.append("<section>\n").append(content(inner, "Sub-agent")).append("</section>\n");
        }
        return folded("Sub-agent, turns: " + turn.inner().size(), turns.toString(), false);
    }

    private static String pre(String text) {
        return text.isBlank() ? "" : "<pre>" + escaped(text) + "</pre>\n";
    }

    private static String folded(String head, String body, boolean open) {
        return "<details" + (open ? " open" : "") + "><summary>" + head + "</summary>\n" + body + "</details>\n";
    }

    @Override
    public void end() throws IOException {
        out.append("</main>\n</body>\n</html>\n");
    }
}
