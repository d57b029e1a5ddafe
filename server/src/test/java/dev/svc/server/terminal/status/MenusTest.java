package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MenusTest {
    /// One line for each way in which a program writes that it waits for a choice: of the plain words that are looked
    /// for ahead of the expression, none may be missing.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CLAUDE_CODE | Esc to cancel · Tab to amend
                    CLAUDE_CODE | Enter to select · ↑/↓ to navigate
                    CLAUDE_CODE | Enter to confirm · Esc to exit
                    CLAUDE_CODE | Enter to set as default
                    CLAUDE_CODE | Esc to close
                    CLAUDE_CODE | esc to cancel
                    CODEX       | Press enter to confirm or esc to cancel
                    CODEX       | press enter to continue
                    CODEX       | Press enter to select reasoning effort
                    CODEX       | esc to go back
                    CODEX       | esc to dismiss
                    CODEX       | enter toggle · esc back
                    GEMINI      | Enter to select · Esc to go back
                    GEMINI      | Use Enter to choose
                    GEMINI      | (Use Enter to select)
                    GEMINI      | Press Esc to close
                    GEMINI      | Esc to cancel
                    GEMINI      | │ ● 1. Allow once │
                    OPENCODE    | ⇆ select  enter submit  esc dismiss
                    OPENCODE    | Allow once   Allow always   Reject
                    OPENCODE    | enter confirm
                    OPENCODE    | enter submit
                    OPENCODE    | ctrl+a   Favorite ctrl+f
                    KIMI        | ↑↓ move  ↵ choose
                    KIMI        | ↵ confirm
                    KIMI        | ↵ select
                    KIMI        | Enter to select
                    KIMI        | Enter confirm
                    KIMI        | esc cancel
                    KIMI        | Esc exit
                    ANTIGRAVITY | esc to cancel
                    """)
    void a_menu_is_known_by_each_of_its_words(EngineKey engine, String line) {
        assertThat(Menus.shownIn(engine, List.of("What shall I do?", line), false))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(EngineKey.class)
    void what_only_resembles_a_menu_is_none(EngineKey engine) {
        var lines = List.of("I enter the room to select a chair", "and esc is a key to remember");
        assertThat(Menus.shownIn(engine, lines, false)).isFalse();
    }
}
