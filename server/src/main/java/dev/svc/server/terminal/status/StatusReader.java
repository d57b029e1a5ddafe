package dev.svc.server.terminal.status;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.Status;
import java.util.List;

/// Reads one program's status: from its announcements first, then its title, then the words on its screen.
public final class StatusReader {
    private final EngineKey engine;

    public StatusReader(EngineKey engine) {
        this.engine = engine;
    }

    /// What the program is doing now.
    ///
    /// @param lines the screen from top to bottom
    public Status read(OscStatus announced, List<String> lines, boolean cursorShown) {
        String state = announced.state();
        if (state != null) {
            return switch (state) {
                case "working" -> Status.WORKING;
                case "blocked" -> Status.WAITING;
                default -> unlessMenu(lines, cursorShown);
            };
        }
        return switch (engine) {
            case CLAUDE_CODE -> claude(announced.title(), lines, cursorShown);
            case GEMINI -> gemini(announced.title(), lines, cursorShown);
            case CODEX -> codex(announced.title(), lines, cursorShown);
            case OPENCODE, KIMI, ANTIGRAVITY ->
                Working.shownIn(engine, lines) ? Status.WORKING : unlessMenu(lines, cursorShown);
        };
    }

    /// A menu that the program does not announce, such as the choice of a model, still waits for a person.
    private Status unlessMenu(List<String> lines, boolean cursorShown) {
        return Menus.shownIn(engine, lines, cursorShown) ? Status.WAITING : Status.IDLE;
    }

    private Status claude(String title, List<String> lines, boolean cursorShown) {
        boolean spins = title.startsWith("◐") || title.startsWith("◑") || Working.shownIn(engine, lines);
        return spins ? Status.WORKING : unlessMenu(lines, cursorShown);
    }

    private Status gemini(String title, List<String> lines, boolean cursorShown) {
        if (title.startsWith("✦")) {
            return Status.WORKING;
        }
        return title.startsWith("✋") ? Status.WAITING : unlessMenu(lines, cursorShown);
    }

    private Status codex(String title, List<String> lines, boolean cursorShown) {
        boolean spins = !title.isEmpty() && title.charAt(0) >= '⠀' && title.charAt(0) <= '⣿';
        if (spins) {
            return Status.WORKING;
        }
        return title.contains("Action Required") ? Status.WAITING : unlessMenu(lines, cursorShown);
    }
}
