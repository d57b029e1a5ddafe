package dev.svc.server.terminal.status;

import dev.svc.server.session.EngineKey;
import java.util.List;

/// The dialogs of each program. A real one ends the screen and replaces the input box; a quoted one has the box below
/// it.
final class Menus {
    private static final Wording CLAUDE =
            Wording.of("Esc to cancel|Enter to (select|confirm|set)|Esc to (exit|close)|esc to cancel", " to ");
    private static final Wording CODEX = Wording.of(
            "[Pp]ress enter to (confirm|continue|select)|esc to (cancel|go back|dismiss)|enter \\w+ · esc back",
            "enter ",
            "esc ");
    private static final Wording GEMINI = Wording.of(
            "Enter to select|Use Enter to|\\(Use Enter|Press Esc to close|Esc to cancel\\)?|[●] \\d+\\. ",
            " to ",
            "(Use Enter",
            "● ");
    private static final Wording OPENCODE = Wording.of(
            "esc dismiss|Allow once\\s+Allow always|enter (submit|confirm)", "esc dismiss", "Allow once", "enter ");
    /// Lists float over the conversation, wherever that leaves room.
    private static final Wording OPENCODE_LIST = Wording.of("\\bctrl\\+a +Favorite ctrl\\+f", "ctrl+a ");

    private static final Wording KIMI = Wording.of(
            "↵ (choose|confirm|select)|Enter (to )?(select|confirm)|[eE]sc (cancel|exit)", "↵ ", "Enter ", "sc ");

    private Menus() {}

    static boolean shownIn(EngineKey engine, List<String> lines, boolean cursorShown) {
        return switch (engine) {
            case CLAUDE_CODE -> foot(lines, 3, CLAUDE);
            case CODEX -> !cursorShown && foot(lines, 3, CODEX);
            case GEMINI ->
                foot(lines, 12, GEMINI) && Foot.of(lines, 6).noneMatch(line -> line.contains("Type your message"));
            case OPENCODE -> foot(lines, 6, OPENCODE) || foot(lines, 60, OPENCODE_LIST);
            case KIMI -> foot(lines, 14, KIMI) && Foot.of(lines, 6).noneMatch(line -> line.matches("\\s*│ >.*"));
            case ANTIGRAVITY -> foot(lines, 3, CLAUDE);
        };
    }

    private static boolean foot(List<String> lines, int most, Wording words) {
        return Foot.of(lines, most).anyMatch(words::isIn);
    }
}
