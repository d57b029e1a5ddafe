package dev.svc.server.transcript.export;

import static dev.svc.server.transcript.export.HtmlText.escaped;

import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.ToolUse;
import dev.svc.server.texts.Patience;

/// One self-contained file: no script, nothing loaded, and a policy in its head that enforces it.
final class HtmlDocument implements Document {
    private final String program;
    private final String person;

    HtmlDocument(String program) {
        this(program, Words.YOU);
    }

    /// @param person what the person of the session is called, for whoever reads it
    HtmlDocument(String program, String person) {
        this.program = program;
        this.person = person;
    }

    @Override
    public String begin(Head head, int turns) {
        var title = escaped(head.title());
        return HtmlStyle.HEAD.formatted(HtmlStyle.HASH, title, HtmlStyle.CSS)
                + "<h1>" + title + "</h1>\n<dl>\n"
                + item("Session", head.id())
                + item("Program", head.model() == null ? head.program() : head.program() + ", " + head.model())
                + (head.cwd() == null ? "" : item("Folder", head.cwd()))
                + item("From", head.createdAt() + " to " + head.updatedAt())
                + item("Turns", Integer.toString(turns))
                + "</dl>\n";
    }

    /// The head of some turns alone.
    static String excerpt(Head head, int first, int turns, int count, String masked) {
        var title = escaped(head.title());
        return HtmlStyle.HEAD.formatted(HtmlStyle.HASH, title, HtmlStyle.CSS)
                + "<h1>" + title + "</h1>\n<dl>\n"
                + item("Program", head.model() == null ? head.program() : head.program() + ", " + head.model())
                + item("Turns", "%d to %d of %d".formatted(first + 1, first + turns, count))
                + item("Masked", masked)
                + "</dl>\n";
    }

    private static String item(String name, String value) {
        return "<dt>" + name + "</dt><dd>" + escaped(value) + "</dd>\n";
    }

    @Override
    public String turn(int index, Turn turn, Patience patience) {
        return "<article class=\"" + kind(turn) + "\" id=\"turn-" + index + "\">\n" + content(turn, program, patience)
                + "</article>\n";
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

    private String content(Turn turn, String who, Patience patience) {
        var content = new StringBuilder("<header>").append(escaped(Words.who(turn, who, person)));
        if (turn.at() != null) {
            content.append(" <time>").append(turn.at()).append("</time>");
        }
        content.append("</header>\n");
        if (turn.thinking() != null && !turn.thinking().isBlank()) {
            content.append(
                    folded("Thinking", "<div>" + HtmlText.markdown(turn.thinking(), patience) + "</div>", false));
        }
        if (!turn.text().isBlank()) {
            content.append("<div>")
                    .append(HtmlText.markdown(turn.text(), patience))
                    .append("</div>\n");
        }
        if (turn.tool() != null) {
            content.append(tool(turn.tool()));
        }
        return content.append(inner(turn, patience)).toString();
    }

    private static String tool(ToolUse tool) {
        boolean described = !tool.purpose().isBlank();
        var first = escaped(tool.inputSummary().lines().findFirst().orElse(""));
        var head = "<b>%s</b> %s <i>%s</i>"
                .formatted(
                        escaped(tool.name()),
                        described ? escaped(tool.purpose()) : "<code>" + first + "</code>",
                        Words.outcome(tool));
        boolean more = described || tool.inputSummary().lines().count() > 1;
        var body = (more ? pre(tool.inputSummary()) : "") + pre(tool.outputSummary());
        return body.isEmpty() ? "<p>" + head + "</p>\n" : folded(head, body, Boolean.FALSE.equals(tool.ok()));
    }

    private String inner(Turn turn, Patience patience) {
        if (turn.inner().isEmpty()) {
            return "";
        }
        var turns = new StringBuilder();
        for (var inner : turn.inner()) {
            turns.append("<section>\n")
                    .append(content(inner, "Sub-agent", patience))
                    .append("</section>\n");
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
    public String end() {
        return "</main>\n</body>\n</html>\n";
    }
}
