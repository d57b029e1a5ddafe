package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ScreensTest {
    @TempDir
    Path folder;

    private Engines engines() {
        return new Engines(List.of(new NoProvider(EngineKey.CODEX, true)), folder);
    }

    private static ScreenRules parse(String text) throws ScreenText.WrongException {
        return ScreenText.parse("a.rules", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_file_of_the_person_stands_in_for_the_built_in_rules() throws IOException {
        Files.writeString(folder.resolve("codex.rules"), "rule asks\n  status waiting\n  shows 3 ^Go\\?\n");
        assertThat(engines().screen(EngineKey.CODEX).rules())
                .extracting(ScreenRules.Rule::name)
                .containsExactly("asks");
        assertThat(engines().screenObjections()).isEmpty();
    }

    @Test
    void a_wrong_file_is_named_with_line_and_rule_and_the_built_in_rules_hold() throws IOException {
        var file = Files.writeString(folder.resolve("codex.rules"), "# mine\nrule asks\n  status maybe\n");
        assertThat(engines().screenObjections())
                .containsExactly(
                        file + ", line 3, rule asks: status takes working, waiting or idle. The built-in rules hold.");
        assertThat(engines().screen(EngineKey.CODEX)).isEqualTo(ScreenRules.NONE);
    }

    @Test
    void a_rule_is_read_with_all_that_it_says() throws Exception {
        var rules = parse("""
                rule asks
                  status waiting
                  title  ^!
                  cursor hidden
                  shows  3 (yes|no) to
                  hint   " to"
                  beside 4 frame
                  unless 5 output
                """).rules();
        var rule = rules.getFirst();
        assertThat(rule.status()).isEqualTo(Status.WAITING);
        assertThat(rule.line()).isEqualTo(1);
        assertThat(rule.hidesCursor()).isTrue();
        assertThat(Objects.requireNonNull(rule.shows()).hints()).containsExactly(" to");
        assertThat(rule.beside()).isNotNull();
        assertThat(rule.unless()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"IDLE", "WORKING", "WAITING"})
    void a_rule_says_what_a_program_is_doing(Status status) throws Exception {
        var rules = parse("rule a\n  status %s\n  title x\n".formatted(status.word()));
        assertThat(rules.rules()).extracting(ScreenRules.Rule::status).containsExactly(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    status working                        | line 1: the first word has to be rule.
                    rule A                                | line 1: a rule is called by small letters, digits and hyphens.
                    rule a;rule a                         | line 2, rule a: the rule lacks status.
                    rule a;status working                 | line 2, rule a: the rule lacks title or shows.
                    rule a;shows x                        | line 2, rule a: a number of lines from 1 to 100 stands before the expression.
                    rule a;shows 101 x                    | line 2, rule a: a number of lines from 1 to 100 stands before the expression.
                    rule a;shows 3 (x                     | line 2, rule a: no expression: Unclosed group near character 3.
                    rule a;title x*                       | line 2, rule a: the expression holds for an empty line.
                    rule a;hint x                         | line 2, rule a: a hint stands between quotation marks.
                    rule a;status working;title x;hint "xy" | line 4, rule a: a hint belongs to shows, which the rule lacks.
                    rule a;colour red                     | line 2, rule a: nothing is called colour.
                    rule a;cursor shown                   | line 2, rule a: cursor takes the word hidden.
                    question;colour red                   | line 2: a question has asks, option, edge, hides and below, and nothing called colour.
                    question;below many                   | line 2: below takes a number of lines from 1 to 100.
                    question;hides x*                     | line 2: the expression holds for an empty line.
                    answers a                             | line 1: answers stand below a question.
                    question;answers A                    | line 2: a rule is called by small letters, digits and hyphens.
                    question;answers a;colour red         | line 3: answers have head, lead, tail, allow, lasting, deny and choose, and nothing called colour.
                    question;answers a;head x             | line 3: a number of lines from 1 to 100 stands before the expression.
                    question;answers a;allow Yes          | line 3: answers a lack head, lead or tail.
                    question;answers a;tail x             | line 3: answers a say of no option what it does.
                    question;answers a;tail x;deny No;answers a | line 5: two answers are called a.
                    rule a;status idle;title x;question;answers a;tail x;deny No | line 7: answers need the edge of a dialog, which the question lacks.
                    question;asks x                       | line 2: a number of lines from 1 to 100 stands before the expression.
                    question;option (x)                   | line 2: an option has two groups, its digit and its words.
                    empty x                               | line 1: a number of lines from 1 to 100 stands before the expression.
                    empty 3 x*                            | line 1: the expression holds for an empty line.
                    empty 3 x;empty 4 y                   | line 2: the empty prompt is described twice.
                    empty 3 x;status idle                 | line 2: the first word has to be rule.
                    question;empty 3 x;asks 3 x           | line 3: the first word has to be rule.
                    # nothing                             | line 1: there is no rule.
                    """)
    void what_cannot_be_used_is_said_with_its_line(String text, String sentence) {
        assertThatThrownBy(() -> parse(text.replace(';', '\n'))).hasMessage("a.rules, " + sentence);
    }

    @Test
    void a_file_of_the_person_has_questions_of_its_own_or_keeps_the_built_in_ones() throws Exception {
        var builtIn = parse("rule a\n  status waiting\n  title x\nquestion\n  asks 3 Why\n  option ^(1) (.+)\n");
        var bare = parse("rule b\n  status waiting\n  title y\n");
        var own = parse("rule c\n  status waiting\n  title y\nquestion\n  asks 3 How\n");
        assertThat(bare.completedBy(builtIn).dialogs()).isEqualTo(builtIn.dialogs());
        assertThat(bare.completedBy(builtIn).rules()).isEqualTo(bare.rules());
        assertThat(own.completedBy(builtIn)).isEqualTo(own);
    }

    @Test
    void a_file_of_the_person_says_what_an_empty_prompt_shows_or_keeps_what_is_built_in() throws Exception {
        var builtIn = parse("empty 6 ^> {3}Type\nrule a\n  status waiting\n  title x\n");
        var bare = parse("rule b\n  status waiting\n  title y\n");
        var own = parse("rule c\n  status waiting\n  title y\nempty 2 Write\n");
        assertThat(Objects.requireNonNull(builtIn.empty()).lines()).isEqualTo(6);
        assertThat(bare.completedBy(builtIn).empty()).isEqualTo(builtIn.empty());
        assertThat(own.completedBy(builtIn).empty()).isEqualTo(own.empty());
    }

    @Test
    void what_the_options_of_a_dialog_do_is_read_in_the_order_of_the_file() throws Exception {
        var dialogs = parse("""
                rule asks
                  status waiting
                  title  ^!
                question
                  option ^([1-9])\\. (.+)
                  edge   ^(?!x)
                  hides  more lines
                  below  2
                answers permission
                  head    1 ^May I
                  lead    2 \\?$
                  tail    enter
                  lasting Yes, always .+
                  allow   Yes.*
                  deny    No
                answers question
                  tail    arrows
                  choose  .+
                """).dialogs();
        assertThat(dialogs.below()).isEqualTo(2);
        assertThat(dialogs.edge()).isNotNull();
        assertThat(dialogs.hides()).isNotNull();
        assertThat(dialogs.answers()).extracting(DialogRules.Answers::name).containsExactly("permission", "question");
        assertThat(dialogs.answers().getFirst().meanings())
                .extracting(it -> it.effect() + (it.lasting() ? " lasting" : ""))
                .containsExactly("ALLOW lasting", "ALLOW", "DENY");
    }

    @Test
    void a_file_without_bounds_is_not_read() {
        assertThatThrownBy(() -> parse("#".repeat(20_000))).hasMessageContaining("larger than 16384 bytes");
    }
}
