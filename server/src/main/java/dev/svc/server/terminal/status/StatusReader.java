package dev.svc.server.terminal.status;

import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ScreenRules.Rule;
import dev.svc.server.session.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one program's status: from its announcements first, then from its rules about the title and the screen.
public final class StatusReader {
    private final ScreenRules rules;

    public StatusReader(ScreenRules rules) {
        this.rules = rules;
    }

    /// What the program is doing now.
    ///
    /// @param lines the screen from top to bottom
    public Status read(OscStatus announced, List<String> lines, boolean cursorShown) {
        return explain(announced, lines, cursorShown).status();
    }

    /// The same, with what decided.
    public Explained explain(OscStatus announced, List<String> lines, boolean cursorShown) {
        String state = announced.state();
        if (state == null) {
            return byRules(announced.title(), lines, cursorShown);
        }
        String said = "the program announced " + state;
        return switch (state) {
            case "working" -> new Explained(Status.WORKING, said, "");
            case "blocked" -> new Explained(Status.WAITING, said, "");
            default -> unlessQuestion(said, lines, cursorShown);
        };
    }

    /// Whether a prompt on this screen shows that nothing stands there; always, where the program's prompt
    /// does not tell.
    public boolean isPromptEmpty(List<String> lines) {
        return rules.empty() == null || Foot.find(rules.empty(), lines) >= 0;
    }

    private Explained byRules(String title, List<String> lines, boolean cursorShown) {
        for (var rule : rules.rules()) {
            var held = held(rule, title, lines, cursorShown);
            if (held != null) {
                return held;
            }
        }
        return new Explained(Status.IDLE, "no rule holds (%s)".formatted(rules.source()), "");
    }

    /// A question that the program does not announce waits all the same; a menu that its person has opened does not.
    private Explained unlessQuestion(String said, List<String> lines, boolean cursorShown) {
        for (var rule : rules.rules()) {
            var held =
                    rule.status() == Status.WORKING || rule.title() != null ? null : held(rule, "", lines, cursorShown);
            if (held != null) {
                return held;
            }
        }
        return new Explained(Status.IDLE, said, "");
    }

    private @Nullable Explained held(Rule rule, String title, List<String> lines, boolean cursorShown) {
        if (rule.hidesCursor() && cursorShown) {
            return null;
        }
        if (rule.title() != null && !Foot.has(rule.title(), title)) {
            return null;
        }
        int shown = rule.shows() == null ? -1 : Foot.find(rule.shows(), lines);
        boolean lacks = (rule.shows() != null && shown < 0)
                || (rule.beside() != null && Foot.find(rule.beside(), lines) < 0)
                || (rule.unless() != null && Foot.find(rule.unless(), lines) >= 0);
        if (lacks) {
            return null;
        }
        String on = shown < 0
                ? "title: " + title
                : "line %d: %s".formatted(shown + 1, lines.get(shown).strip());
        return new Explained(
                rule.status(), "rule %s, line %d of %s".formatted(rule.name(), rule.line(), rules.source()), on);
    }
}
