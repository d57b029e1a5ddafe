package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Status;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MenusTest {
    /// One line for each way in which a program writes that it waits for a choice: of the plain words that are looked
    /// for ahead of the expression, none may be missing.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    claude      | Esc to cancel · Tab to amend
                    claude      | Enter to select · ↑/↓ to navigate
                    claude      | Enter to confirm · Esc to exit
                    claude      | Enter to set as default
                    claude      | Esc to close
                    claude      | esc to cancel
                    codex       | Press enter to confirm or esc to cancel
                    codex       | press enter to continue
                    codex       | Press enter to select reasoning effort
                    codex       | esc to go back
                    codex       | esc to dismiss
                    codex       | enter toggle · esc back
                    gemini      | Enter to select · Esc to go back
                    gemini      | Use Enter to choose
                    gemini      | (Use Enter to select)
                    gemini      | Press Esc to close
                    gemini      | Esc to cancel
                    gemini      | │ ● 1. Allow once │
                    opencode    | ⇆ select  enter submit  esc dismiss
                    opencode    | Allow once   Allow always   Reject
                    opencode    | enter confirm
                    opencode    | enter submit
                    opencode    | ctrl+a   Favorite ctrl+f
                    kimi        | ↑↓ move  ↵ choose
                    kimi        | ↵ confirm
                    kimi        | ↵ select
                    kimi        | Enter to select
                    kimi        | Enter confirm
                    kimi        | esc cancel
                    kimi        | Esc exit
                    antigravity | esc to cancel
                    """)
    void a_menu_is_known_by_each_of_its_words(String program, String line) {
        assertThat(read(program, List.of("What shall I do?", line))).isEqualTo(Status.WAITING);
    }

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#aliases")
    void what_only_resembles_a_menu_is_none(String program) {
        var lines = List.of("I enter the room to select a chair", "and esc is a key to remember");
        assertThat(read(program, lines)).isEqualTo(Status.IDLE);
    }

    private static Status read(String program, List<String> lines) {
        return new StatusReader(RealScreens.of(program)).read(new OscStatus(), lines, false);
    }
}
