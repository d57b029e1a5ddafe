package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ScreenText;
import dev.svc.server.session.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainedTest {
    private static StatusReader reader(String rules) throws ScreenText.WrongException {
        return new StatusReader(ScreenText.parse("mine.rules", rules.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_status_names_the_rule_and_the_line_that_decided() throws Exception {
        var reader = reader("# mine\nrule asks\n  status waiting\n  shows 3 ^Go\n");
        assertThat(reader.explain(new OscStatus(), List.of("Words", "  ", "Go on?", ""), true))
                .isEqualTo(new Explained(Status.WAITING, "rule asks, line 2 of mine.rules", "line 3: Go on?"));
    }

    @Test
    void what_the_program_announced_comes_before_its_screen() throws Exception {
        var announced = new OscStatus();
        announced.hear("7501;state=working");
        var reader = reader("rule asks\n  status waiting\n  shows 3 ^Go\n");
        assertThat(reader.explain(announced, List.of("Go on?"), true))
                .isEqualTo(new Explained(Status.WORKING, "the program announced working", ""));
    }

    @Test
    void a_title_decides_with_the_title() throws Exception {
        var announced = new OscStatus();
        announced.hear("0;✦ thinking");
        var reader = reader("rule busy\n  status working\n  title ^✦\n");
        assertThat(reader.explain(announced, List.of(), true))
                .isEqualTo(new Explained(Status.WORKING, "rule busy, line 1 of mine.rules", "title: ✦ thinking"));
    }

    @Test
    void an_expression_that_would_take_for_ever_holds_for_nothing() throws Exception {
        var reader = reader("rule slow\n  status working\n  shows 3 (a+)+b|(a|aa)+c\n");
        assertThat(reader.read(new OscStatus(), List.of("a".repeat(400)), true)).isEqualTo(Status.IDLE);
    }
}
