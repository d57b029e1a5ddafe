package dev.svc.server.terminal.status;

import dev.svc.server.session.EngineKey;
import java.util.List;
import java.util.regex.Pattern;

/// The dialogs of each program. A real one ends the screen and replaces the input box; a quoted one has the box below
/// it.
final class Menus {
    private static final Pattern CLAUDE =
            Pattern.compile(".*(Esc to cancel|Enter to (select|confirm|set)|Esc to (exit|close)|esc to cancel).*");
    private static final Pattern CODEX = Pattern.compile(
            ".*([Pp]ress enter to (confirm|continue|select)|esc to (cancel|go back|dismiss)|enter \\w+ · esc back).*");
    private static final Pattern GEMINI = Pattern.compile(
            ".*(Enter to select|Use Enter to|\\(Use Enter|Press Esc to close|Esc to cancel\\)?|[●] \\d+\\. ).*");
    private static final Pattern OPENCODE =
            Pattern.compile(".*(esc dismiss|Allow once\\s+Allow always|enter (submit|confirm)).*");
    /// Lists float over the conversation, wherever that leaves room.
    private static final Pattern OPENCODE_LIST = Pattern.compile(".*\\bctrl\\+a +Favorite ctrl\\+f.*");

    private static final Pattern KIMI =
            Pattern.compile(".*(↵ (choose|confirm|select)|Enter (to )?(select|confirm)|[eE]sc (cancel|exit)).*");

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

    private static boolean foot(List<String> lines, int most, Pattern words) {
        return Foot.of(lines, most).anyMatch(line -> words.matcher(line).matches());
    }
}
