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
                    claude      | Esc to close
                    claude      | esc to cancel
                    codex       | Press enter to confirm or esc to cancel
                    codex       | press enter to continue
                    codex       | esc to dismiss
                    opencode    | ⇆ select  enter submit  esc dismiss
                    opencode    | Allow once   Allow always   Reject
                    opencode    | enter confirm
                    opencode    | enter submit
                    gemini      | Enter to select · Esc to go back
                    gemini      | Use Enter to choose
                    gemini      | (Use Enter to select)
                    gemini      | Esc to cancel
                    gemini      | │ ● 1. Allow once │
                    antigravity | esc to cancel
                    kimi        | ↑↓ move  ↵ choose
                    kimi        | ↵ confirm
                    kimi        | ↵ select
                    kimi        | Enter to select
                    kimi        | Enter confirm
                    kimi        | esc cancel
                    kimi        | Esc exit
                    copilot     | │ ↑/↓ to navigate · enter to select · esc to cancel │
                    copilot     | │ enter to submit · esc to stop │
                    copilot     | enter accept · ctrl+d decline · esc cancel
                    kilo        | Allow once   Allow always   Reject
                    kilo        | enter confirm
                    pi          | Fork this session into current directory? [y/N]
                    pi          | Trust project folder?;→ Trust;  Do not trust
                    qwen        | '  ⠏ Waiting for user confirmation...'
                    qwen        | Do you trust this folder?
                    grok        | 1/4:select  │  Tab:next option
                    grok        |   ┃  1 (●) Yes, and don't ask again for anything (always-approve mode)
                    grok        |   ┃  2 (○) Yes, proceed
                    grok        | Tab:next answer  │  Esc:scrollback  │  Shift+x:dismiss
                    """)
    void a_menu_is_known_by_each_of_its_words(String program, String lines) {
        assertThat(read(program, List.of(("What shall I do?;" + lines).split(";", -1))))
                .isEqualTo(Status.WAITING);
    }

    /// What a person opens to set something up is in nobody's way.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    claude      | ▔▔▔▔▔▔▔▔;s to use this session only · Enter to save · Esc to cancel
                    codex       | enter select · esc back
                    codex       | enter toggle · esc back
                    codex       | Press enter to select reasoning effort
                    codex       | Press enter to confirm or esc to go back
                    opencode    | Connect provider ctrl+a  Favorite ctrl+f
                    gemini      | │ ● 2. Manual │;│ (Press Esc to close) │
                    kimi        | Tab toggle provider · ↑↓ navigate · Enter select · Alt+S session-only · Esc cancel
                    copilot     | ❯  Search models…;↑/↓ to navigate · ctrl+r rescan providers · enter to select · esc to cancel
                    copilot     | ❯ 1. Manual Approval ✓;1-2 to select · ↑/↓ to navigate · enter to confirm · esc to cancel
                    copilot     | │ ↑↓ Navigate · Enter Select · Esc Cancel │;╰────────╯
                    copilot     | │  theme │;╰────────╯; ↑/↓ to navigate · enter to select · esc to cancel
                    """)
    void a_menu_that_its_person_has_opened_asks_for_nothing(String program, String lines) {
        assertThat(read(program, List.of(lines.split(";", -1)))).isEqualTo(Status.IDLE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    claude      | ▔▔▔▔▔▔▔▔;Select model;────────;Do you want to proceed?;Esc to cancel · Tab to amend
                    kimi        | Enter select · Esc cancel;Run this command?;↑/↓ select · ↵ confirm
                    """)
    void a_question_below_the_picture_of_such_a_menu_waits(String program, String lines) {
        assertThat(read(program, List.of(lines.split(";", -1)))).isEqualTo(Status.WAITING);
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
