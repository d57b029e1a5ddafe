package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ScreenRules;
import dev.svc.server.session.Ask.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Held against every labelled waiting screen of the recordings.
class MenuReaderTest {
    private static final Path RECORDED = Path.of("src/test/resources/fixtures/screens");

    @ParameterizedTest(name = "{0} at {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    claude/announced-dialogs | 6.881  | Which storage should the orchard use?           | SQLite, Postgres, Type something., Chat about this
                    claude/announced         | 6.21   | Do you want to proceed?                         | Yes, Yes and always, Yes and switch, No
                    claude/announced         | 22.152 | Do you want to proceed?                         | Yes, Yes and always, Yes and switch, No
                    claude/dialogs           | 22.323 | Which storage should the orchard use?           | SQLite, Postgres, Type something., Chat about this
                    claude/permission        | 6.275  | Do you want to proceed?                         | Yes, Yes and always, Yes and switch, No
                    claude/permission        | 22.215 | Do you want to proceed?                         | Yes, Yes and always, Yes and switch, No
                    claude/startup           | 0.254  | Is this a project you created or one you trust? |
                    claude/unfocused         | 6.764  | Do you want to proceed?                         | Yes, Yes and always, Yes and switch, No
                    codex/permission         | 5.245  | Would you like to run the following command?    | Yes proceed, Yes and don't, No and tell
                    codex/permission         | 20.702 | Would you like to run the following command?    | Yes proceed, Yes and don't, No and tell
                    codex/startup            | 0.396  | Trust this folder?                              | Trust and continue, Back to Agent Command Center
                    codex/unfocused          | 5.784  | Would you like to run the following command?    | Yes proceed, Yes and don't, No and tell
                    opencode/dialogs         | 23.833 | Which storage should the orchard use?           | SQLite, Postgres, Type your own answer
                    opencode/permission      | 15.061 | Permission required                             |
                    opencode/permission      | 31.002 | Permission required                             |
                    opencode/unfocused       | 22.014 | Permission required                             |
                    gemini/denied            | 8.333  | Allow execution of [Shell]?                     | Allow once, Allow for this session, No suggest
                    gemini/dialogs           | 8.444  | Which storage should the orchard use?           | SQLite, Postgres, Enter a custom value
                    gemini/permission        | 7.819  | Allow execution of [Shell]?                     | Allow once, Allow for this session, No suggest
                    gemini/startup           | 2.055  | Do you trust the files in this folder?          | Trust folder (orchard), Trust parent folder (code), Don't trust
                    gemini/unfocused         | 9.886  | Allow execution of [Shell]?                     | Allow once, Allow for this session, No suggest
                    kimi/dialogs             | 21.459 | Which storage should the orchard use?           | SQLite, Postgres, Other
                    kimi/permission          | 9.742  | Run this command?                               | Approve once, Approve for this session, Reject, Reject with feedback
                    kimi/permission          | 23.007 | Run this command?                               | Approve once, Approve for this session, Reject, Reject with feedback
                    kimi/startup             | 3.738  | Trust this folder?                              |
                    kimi/unfocused           | 10.711 | Run this command?                               | Approve once, Approve for this session, Reject, Reject with feedback
                    copilot/permission       | 20.148 | Do you want to run this command?                | Yes, Yes and don't ask again, No and tell
                    copilot/permission       | 44.936 | Do you want to run this command?                | Yes, Yes and don't ask again, No and tell
                    copilot/startup          | 7.835  | Do you trust the files in this folder?          | Yes, Yes and remember this folder, No (Esc)
                    kilo/permission          | 50.762 | Permission required                             |
                    kilo/permission          | 69.518 | Permission required                             |
                    pi/fork                  | 0.551  | Fork this session into current directory?       |
                    pi/trust                 | 0.904  | Trust project folder?                           |
                    qwen/dialogs             | 9.826  | Which storage should the orchard use?           | SQLite, Postgres, Type something
                    qwen/dialogs             | 23.133 | Apply this change?                              | Yes allow once, Yes allow always, No suggest
                    qwen/permission          | 10.03  | Allow execution of: 'touch, sleep'?             | Yes allow once, Always allow run 'touch, Always allow run 'touch, No suggest
                    qwen/permission          | 26.232 | Allow execution of: 'rm'?                       | Yes allow once, Always allow run 'rm, Always allow run 'rm, No suggest
                    grok/afresh              | 25.595 | make a file                                     | Yes and don't ask again for anything, Yes proceed, No reject, Never allow: rm -f
                    grok/dialogs             | 10.63  | Which storage should the orchard use?           | SQLite, Postgres
                    grok/dialogs             | 23.175 | Allow Edit to /etc/orchard/note.txt?            | Yes and don't ask again for anything, Yes allow all edits, Yes, No reject
                    grok/permission          | 11.066 | Run the slow check                              | Yes and don't ask again for anything, Yes proceed, No reject, Never allow: rm -f
                    grok/permission          | 26.586 | Remove scratch                                  | Yes and don't ask again for anything, Always allow: rm -rf, Yes proceed, No reject, Never allow: rm -rf
                    """)
    void a_recorded_question_is_read(String scene, double from, String question, String choices) throws IOException {
        var menus = cast(scene).menus(from);
        assertThat(menus.getFirst().text()).isEqualTo(question);
        assertThat(menus.getFirst().choices())
                .extracting(Choice::label)
                .zipSatisfy(
                        choices == null ? List.of() : List.of(choices.split(", ")),
                        (label, begin) -> assertThat(label.replace(",", "")).startsWith(begin));
        assertThat(menus.getFirst().choices())
                .extracting(Choice::key)
                .containsExactlyElementsOf(Stream.of("1", "2", "3", "4", "5", "6", "7", "8", "9")
                        .limit(menus.getFirst().choices().size())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#recorded")
    void the_table_has_every_recorded_question(String program) throws Exception {
        var table = MenuReaderTest.class
                .getDeclaredMethod(
                        "a_recorded_question_is_read", String.class, double.class, String.class, String.class)
                .getAnnotation(CsvSource.class)
                .textBlock();
        var missing = casts(program).stream()
                .flatMap(cast -> cast.waitings().map(from -> program + "/" + cast.scene() + " +\\| " + from + " "))
                .filter(row ->
                        !java.util.regex.Pattern.compile(row).matcher(table).find());
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#recorded")
    void a_question_that_stands_is_one_question(String program) throws IOException {
        for (var cast : casts(program)) {
            for (double from : cast.waitings().toList()) {
                if (!cast.changes(from)) {
                    assertThat(cast.menus(from)).as(cast.name() + " at " + from).hasSize(1);
                }
            }
        }
    }

    @Test
    void the_same_words_about_another_command_are_another_question() throws IOException {
        var first = cast("claude/permission").menus(6.275).getFirst();
        var second = cast("claude/permission").menus(22.215).getFirst();
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(second.choices()).isEqualTo(first.choices());
        assertThat(second.digest()).isNotEqualTo(first.digest());
    }

    @Test
    void the_selection_may_move_within_a_question() {
        var one = List.of("Go on?", "❯ 1. Yes", "  2. No");
        var two = List.of("Go on?", "  1. Yes", "❯ 2. No");
        assertThat(read("claude", one)).isEqualTo(read("claude", two));
    }

    @Test
    void what_is_foreign_is_on_one_line_and_bounded() {
        var menu =
                read("claude", List.of("\u202eIs " + "very ".repeat(40) + "long\u2028?", "1. " + "Yes ".repeat(100)));
        assertThat(menu.text()).startsWith("Is very").endsWith("…").hasSizeLessThanOrEqualTo(120);
        assertThat(menu.choices().getFirst().label()).endsWith("…").hasSizeLessThanOrEqualTo(80);
    }

    @Test
    void a_question_loses_its_frame_and_its_numbering() {
        assertThat(read("claude", List.of("│ 2/3) Which one?   │", "│ ❯ 1. This │"))
                        .text())
                .isEqualTo("Which one?");
    }

    @Test
    void options_that_do_not_count_from_one_are_none() {
        assertThat(read("claude", List.of("Which one?", "2. This", "3. That")).choices())
                .isEmpty();
    }

    @Test
    void a_screen_without_a_question_has_none() {
        assertThat(new MenuReader(ScreenRules.NONE).read(List.of("", "Esc to cancel")))
                .extracting(Menu::text)
                .isNull();
    }

    private static Menu read(String program, List<String> lines) {
        return new MenuReader(RealScreens.of(program)).read(lines);
    }

    private static Cast cast(String scene) throws IOException {
        return Cast.read(scene.substring(0, scene.indexOf('/')), RECORDED.resolve(scene + ".cast"));
    }

    private static List<Cast> casts(String program) throws IOException {
        try (var files = Files.list(RECORDED.resolve(program))) {
            var casts = new java.util.ArrayList<Cast>();
            for (var file :
                    files.filter(it -> it.toString().endsWith(".cast")).sorted().toList()) {
                casts.add(Cast.read(program, file));
            }
            return casts;
        }
    }
}
