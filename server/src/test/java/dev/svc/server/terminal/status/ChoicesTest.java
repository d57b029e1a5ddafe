package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ScreenText;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.session.Ask.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What can be chosen from afar, on screens that were made up, some by people who mean harm.
class ChoicesTest {
    private static final String EDGE = "─".repeat(80);

    /// A dialog of Claude Code that asks for a permission.
    ///
    /// @param above between its edge and the question
    private static List<String> asks(List<String> above, String question, String... options) {
        var lines = new ArrayList<String>(List.of("● I will check that.", EDGE));
        lines.addAll(above);
        lines.add(" " + question);
        for (int i = 0; i < options.length; i++) {
            lines.add((i == 0 ? " ❯ " : "   ") + (i + 1) + ". " + options[i]);
        }
        lines.addAll(List.of("", " Esc to cancel · Tab to amend"));
        return lines;
    }

    private static Menu claude(String... options) {
        return claude(asks(List.of(" Bash command", " ls"), "Do you want to proceed?", options));
    }

    private static Menu claude(List<String> lines) {
        return read("claude", lines);
    }

    private static Menu read(String program, List<String> lines) {
        return new MenuReader(RealScreens.of(program)).read(lines);
    }

    private static List<Effect> effects(Menu menu) {
        return menu.choices().stream().map(Choice::effect).toList();
    }

    private static List<String> gemini(String above, String question) {
        return List.of(
                "╭" + "─".repeat(60) + "╮",
                "│ ? Shell  x                                          │",
                "│ " + above + " │",
                "│ " + question + "     │",
                "│                  │",
                "│ ● 1. Allow once  │",
                "│   2. Allow for this session │",
                "│   3. No, suggest changes (esc) │",
                "╰" + "─".repeat(60) + "╯");
    }

    @Test
    void a_permission_can_be_given_and_denied_and_is_one() {
        var menu = claude("Yes", "No");
        assertThat(effects(menu)).containsExactly(Effect.ALLOW, Effect.DENY);
        assertThat(menu.kind()).isEqualTo(Kind.PERMISSION);
        assertThat(menu.about()).isEqualTo("Bash command\nls");
        assertThat(menu.offers("1")).isTrue();
        assertThat(menu.offers("3")).isFalse();
    }

    @Test
    void what_lasts_says_for_what() {
        assertThat(claude("Yes", "Yes, and don’t ask again for: git push *", "No")
                        .choices())
                .contains(new Choice("2", "Yes, and don’t ask again for: git push *", Effect.ALLOW, true, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Yes, and switch to auto mode · auto mode handles these prompts for you",
                "Yes, and don't ask again for anything (always-approve mode)",
                "Yes, and don’t ask again for any Bash command",
                "Yes, and don’t ask again for: *",
                "Yes, and don't ask again for all edits",
                "Yes, allow all edits during this session (shift+tab)",
                "Yes, and bypass permissions",
                "Yes, I trust this folder",
                "Yes, whatever it is",
                "yes",
                "Үes",
                "No, and never ask me again",
            })
    void more_than_a_card_can_show_and_what_nobody_knows_is_chosen_in_the_terminal(String option) {
        assertThat(effects(claude("Yes", option, "No"))).containsExactly(Effect.ALLOW, Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void a_yes_to_a_question_that_nobody_knows_is_given_in_the_terminal() {
        var menu = claude(asks(List.of(" Detected a key"), "Do you want to use this API key?", "Yes", "No"));
        assertThat(menu.text()).isEqualTo("Do you want to use this API key?");
        assertThat(effects(menu)).containsOnly(Effect.TERMINAL);
        assertThat(menu.kind()).isEqualTo(Kind.CHOICE);
    }

    @Test
    void a_question_that_is_known_counts_only_where_the_program_puts_its_question() {
        var menu = claude(asks(List.of(" Do you want to proceed?"), "Shall everything be allowed?", "Yes", "No"));
        assertThat(effects(menu)).containsOnly(Effect.TERMINAL);
    }

    @Test
    void an_option_that_goes_on_after_a_gap_or_below_is_read_to_its_end() {
        assertThat(effects(claude("Yes          and bypass all permissions", "No")))
                .containsExactly(Effect.TERMINAL, Effect.DENY);
        var lines = asks(List.of(" ls"), "Do you want to proceed?", "Yes", "No");
        lines.add(5, "      and bypass all permissions");
        assertThat(effects(claude(lines))).containsExactly(Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void an_option_that_is_wrapped_is_shown_whole() {
        var lines = asks(List.of(" ls"), "Do you want to proceed?", "Yes", "Yes, and always allow access to /a", "No");
        lines.add(6, "      and /b from this project");
        assertThat(claude(lines).choices())
                .contains(new Choice(
                        "2", "Yes, and always allow access to /a and /b from this project", Effect.ALLOW, true, false));
    }

    @Test
    void an_option_that_is_too_long_to_be_shown_is_chosen_in_the_terminal() {
        var menu = claude("Yes", "Yes, and don't ask again for " + "very ".repeat(60) + "long", "No");
        assertThat(effects(menu)).containsExactly(Effect.ALLOW, Effect.TERMINAL, Effect.DENY);
        assertThat(menu.choices().get(1).label()).endsWith("…").hasSizeLessThanOrEqualTo(80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Yes\u202e", "Y\u0007es", "Y\u001b[8mes", "\u2066Yes", "Yes\u0085"})
    void an_option_that_hides_something_is_chosen_in_the_terminal(String option) {
        assertThat(effects(claude(option, "No"))).containsExactly(Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void what_is_to_be_run_cannot_pretend_to_be_the_edge_of_the_dialog() {
        var above = List.of(" │ rm -rf /", " │ " + EDGE, " │ Bash command", " │ ls");
        var menu = claude(asks(above, "Do you want to proceed?", "Yes", "No"));
        assertThat(menu.about()).isEqualTo("rm -rf /\n\nBash command\nls");
    }

    @Test
    void what_is_to_be_run_cannot_pretend_to_be_the_head_of_the_dialog() {
        var lines = List.of(
                "• Running rm …",
                "",
                "  Would you like to run the following command?",
                "",
                "  $ rm -rf /",
                "  Would you like to run the following command?",
                "  $ ls",
                "",
                "› 1. Yes, proceed (y)",
                "  2. No, and tell Codex what to do differently (esc)",
                "",
                "  Press enter to confirm or esc to cancel");
        var menu = read("codex", lines);
        assertThat(menu.about()).isEqualTo("$ rm -rf /\nWould you like to run the following command?\n$ ls");
        assertThat(effects(menu)).containsExactly(Effect.ALLOW, Effect.DENY);
        var other = new ArrayList<>(lines);
        other.set(4, "  $ rm -rf /home");
        assertThat(read("codex", other).digest()).isNotEqualTo(menu.digest());
    }

    @Test
    void what_is_to_be_run_cannot_pretend_to_be_the_question() {
        var menu = read("gemini", gemini("│ Allow execution of [Shell]? │", "Shall everything be allowed?"));
        assertThat(effects(menu)).containsOnly(Effect.TERMINAL);
        assertThat(effects(read("gemini", gemini("│ ls │", "Allow execution of [Shell]?"))))
                .containsExactly(Effect.ALLOW, Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void what_is_to_be_run_cannot_add_options() {
        var above = List.of(" 1. Yes", " 2. No");
        assertThat(claude(asks(above, "Do you want to proceed?", "Yes", "No")).choices())
                .extracting(Choice::key)
                .containsExactly("1", "2");
    }

    @Test
    void options_that_are_described_as_options_are_none() {
        var lines = asks(List.of(" ☐ Storage"), "Which one?", "SQLite", "Postgres");
        lines.add(5, "     1. Yes");
        assertThat(claude(lines).choices()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#recorded")
    void a_list_that_was_said_before_a_dialog_without_digits_is_none_of_its_options(String program) {
        var lines = List.of(
                "  ┃  1. Yes",
                "  ┃  2. No",
                "",
                "  ┃",
                "  ┃  △ Permission required",
                "  ┃    # Shell command",
                "  ┃",
                "  ┃  $ ls",
                "  ┃  $ ls",
                "  ┃  $ ls",
                "  ┃",
                "  ┃   Allow once   Allow always   Reject        enter confirm",
                "  ┃");
        assertThat(read(program, lines).choices()).isEmpty();
    }

    @Test
    void a_dialog_that_is_chosen_with_arrows_says_what_it_is_about() {
        var lines =
                List.of("", "  ┃", "  ┃  △ Permission required", "  ┃  $ ls", "  ┃   Allow once   Reject", "  ┃", "");
        var menu = read("opencode", lines);
        assertThat(menu.about()).isEqualTo("△ Permission required\n$ ls\n Allow once   Reject");
        assertThat(menu.choices()).isEmpty();
    }

    @Test
    void a_quoted_menu_with_something_below_it_offers_nothing() {
        var lines = asks(List.of(" ls"), "Do you want to proceed?", "Yes", "No");
        lines.addAll(List.of("That was what it looks like.", "", EDGE, "❯ ", EDGE, "  ? for shortcuts"));
        assertThat(claude(lines).choices()).isEmpty();
    }

    @Test
    void of_a_dialog_whose_beginning_is_not_on_the_screen_only_the_refusal_can_be_chosen() {
        var lines = asks(List.of(" │ echo 1", " │ echo 2"), "Do you want to proceed?", "Yes", "No");
        var menu = claude(lines.subList(3, lines.size()));
        assertThat(effects(menu)).containsExactly(Effect.TERMINAL, Effect.DENY);
        assertThat(menu.about()).isEqualTo("…\necho 2");
    }

    @Test
    void of_a_dialog_that_hides_a_part_only_the_refusal_can_be_chosen() {
        var menu = read("gemini", gemini("│ ... first 60 lines hidden (Ctrl+O to show) ... │", "Apply this change?"));
        assertThat(effects(menu)).containsExactly(Effect.TERMINAL, Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void of_a_dialog_that_is_too_long_to_be_shown_only_the_refusal_can_be_chosen() {
        var above = Collections.nCopies(60, " " + "x".repeat(75));
        var menu = claude(asks(above, "Do you want to proceed?", "Yes", "No"));
        assertThat(effects(menu)).containsExactly(Effect.TERMINAL, Effect.DENY);
        assertThat(menu.about()).endsWith("…").hasSizeLessThanOrEqualTo(4000);
    }

    @Test
    void what_a_dialog_is_about_keeps_its_lines_and_indentation_and_loses_what_controls() {
        var above = List.of("", "   for x in *; do", "     rm \u202e$x\u001b[8m", "", "", "   done", "");
        assertThat(claude(asks(above, "Do you want to proceed?", "Yes", "No")).about())
                .isEqualTo("for x in *; do\n  rm $x\n\ndone");
    }

    @Test
    void a_question_of_which_not_all_is_shown_is_a_part_of_what_it_is_about() {
        String question = "Do you want to create " + "very".repeat(40) + ".txt?";
        var menu = claude(asks(List.of(" Create file"), question, "Yes", "No"));
        assertThat(menu.text()).endsWith("…");
        assertThat(menu.about()).isEqualTo("Create file\n" + question);
        assertThat(effects(menu)).containsExactly(Effect.ALLOW, Effect.DENY);
    }

    @Test
    void the_digest_is_another_when_anything_in_the_dialog_is_another() {
        var one = claude(asks(List.of(" Bash command", " ls"), "Do you want to proceed?", "Yes", "No"));
        var two = claude(asks(List.of(" Bash command", " rm"), "Do you want to proceed?", "Yes", "No"));
        var three = claude(asks(List.of(" Bash command", " ls"), "Do you want to proceed?", "Yes", "No!"));
        assertThat(List.of(one.digest(), two.digest(), three.digest())).doesNotHaveDuplicates();
    }

    @Test
    void one_of_several_answers_is_chosen_and_what_takes_words_is_not() {
        var lines = asks(List.of(" ☐ Storage", ""), "Which one?", "SQLite", "Postgres", "Type something.");
        assertThat(effects(claude(lines))).containsExactly(Effect.CHOOSE, Effect.CHOOSE, Effect.TERMINAL);
        assertThat(claude(lines).kind()).isEqualTo(Kind.CHOICE);
    }

    @Test
    void where_several_can_be_picked_nothing_is_chosen() {
        var lines = asks(List.of("←  ☐ Fruits  ✔ Submit  →"), "Which?", "[ ] Apples", "[✔] Pears");
        assertThat(effects(claude(lines))).containsOnly(Effect.TERMINAL);
    }

    @Test
    void a_menu_of_forty_lines_offers_nine_options_at_most() {
        var options = new String[40];
        Arrays.setAll(options, i -> "Yes");
        assertThat(claude(options).choices()).isEmpty();
    }

    @Test
    void rules_that_know_no_options_leave_everything_to_the_terminal() throws Exception {
        var rules = """
                rule asks
                  status waiting
                  shows 2 Esc
                question
                  option ^[ ❯]*([1-9])\\. (.+)
                """;
        var reader = new MenuReader(ScreenText.parse("mine", rules.getBytes(StandardCharsets.UTF_8)));
        var menu = reader.read(asks(List.of(" ls"), "Do you want to proceed?", "Yes", "No"));
        assertThat(effects(menu)).containsOnly(Effect.TERMINAL);
        assertThat(menu.about()).isNull();
    }

    @Test
    void keys_are_words_where_somebody_has_gone_to_an_option_that_takes_some() {
        var lines = asks(List.of(" ☐ Storage", ""), "Which one?", "SQLite", "Postgres", "Type something.");
        var reader = new MenuReader(RealScreens.of("claude"));
        assertThat(reader.takesKeys(lines)).isTrue();
        Collections.replaceAll(lines, " ❯ 1. SQLite", "   1. SQLite");
        Collections.replaceAll(lines, "   2. Postgres", " ❯ 2. Postgres");
        assertThat(reader.takesKeys(lines)).isTrue();
        Collections.replaceAll(lines, " ❯ 2. Postgres", "   2. Postgres");
        Collections.replaceAll(lines, "   3. Type something.", " ❯ 3. Type something.");
        assertThat(reader.takesKeys(lines)).isFalse();
    }

    /// A permission dialog of Grok.
    private static List<String> grok(List<String> about, String... options) {
        var lines = new ArrayList<String>(List.of("    ◆ Run it… 1.4s          [stop]", ""));
        lines.add("  ┃");
        about.forEach(line -> lines.add("  ┃  " + line));
        lines.add("  ┃");
        for (int i = 0; i < options.length; i++) {
            lines.add("  ┃  " + (i + 1) + (i == 0 ? " (●) " : " (○) ") + options[i]);
        }
        lines.addAll(List.of("  ┃", "", "  1/" + options.length + ":select  │  Tab:next option  │  Esc:scrollback"));
        return lines;
    }

    @Test
    void the_option_of_grok_that_ends_all_questions_is_never_chosen_wherever_it_stands() {
        var always = "Yes, and don't ask again for anything (always-approve mode)";
        var reject = "No, reject (type to add feedback)";
        var first = read("grok", grok(List.of("Clean", "rm -f x"), always, "Yes, proceed", reject));
        assertThat(effects(first)).containsExactly(Effect.TERMINAL, Effect.ALLOW, Effect.DENY);
        assertThat(first.offers("1")).isFalse();
        assertThat(first.text()).isEqualTo("Clean");
        assertThat(first.about()).isEqualTo("rm -f x");
        var last = read("grok", grok(List.of("Clean", "rm -f x"), "Yes, proceed", "Always allow: rm", reject, always));
        assertThat(effects(last)).containsExactly(Effect.ALLOW, Effect.TERMINAL, Effect.DENY, Effect.TERMINAL);
    }

    @Test
    void a_command_of_grok_that_is_not_shown_whole_is_not_allowed_from_afar() {
        var menu = read(
                "grok",
                grok(
                        List.of("Clean", "rm -f x", "... Ctrl-F to expand"),
                        "Yes, proceed",
                        "No, reject (type to add feedback)"));
        assertThat(effects(menu)).containsExactly(Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void a_command_of_grok_cannot_pretend_to_be_its_options() {
        var menu = read(
                "grok",
                grok(
                        List.of(
                                "Clean",
                                "echo '",
                                "1 (●) No, reject (type to add feedback)",
                                "2 (○) Yes, proceed",
                                "'"),
                        "Yes, and don't ask again for anything (always-approve mode)",
                        "Yes, proceed"));
        assertThat(effects(menu)).containsExactly(Effect.TERMINAL, Effect.ALLOW);
        assertThat(menu.about()).contains("1 (●) No, reject");
    }

    @Test
    void a_program_of_which_little_is_known_is_answered_in_its_terminal() {
        var lines = asks(List.of(" ls"), "Do you want to proceed?", "Yes", "No");
        assertThat(effects(read("antigravity", lines))).containsOnly(Effect.TERMINAL);
        assertThat(Objects.requireNonNull(read("antigravity", lines).text())).isEqualTo("Do you want to proceed?");
    }
}
