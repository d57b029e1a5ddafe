package dev.svc.server.transcript.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.Transcript;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExportTest {
    private static final Caps NONE = new Caps(1, 1);
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .addModule(new SimpleModule().addSerializer(Instant.class, new ToStringSerializer()))
            .build();
    private static final Head HEAD =
            new Head("engine_2:one", "Fix <the> cart & go", "Codex", "/home/alex/shop", "m-1", NOW, NOW);

    private final FakeTurns log = new FakeTurns();

    private String export(Format format) throws Exception {
        var out = new StringWriter();
        try (var workers = Unhurried.workers()) {
            var transcript = new Transcript(_ -> log, new ReadingLimits(NONE, 1, 1, 1, NONE), workers);
            new Export(JSON).write(transcript.find(FakeTurns.SESSION).orElseThrow(), HEAD, format, out);
        }
        return out.toString();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void an_export_has_every_turn_whatever_the_limits_of_a_page(Format format) throws Exception {
        log.say(500);
        var text = export(format);
        assertThat(IntStream.range(0, 500)).allMatch(i -> text.contains("turn number " + i));
    }

    @Test
    void json_is_the_session_and_its_turns() throws Exception {
        log.say(3);
        log.turns.add(FakeTurns.used("Task", "in", "out", true, List.of(FakeTurns.said(Role.USER, "inner"))));
        var json = JSON.readTree(export(Format.JSON));
        assertThat(json.at("/session/id").asText()).isEqualTo("engine_2:one");
        assertThat(json.path("turns")).hasSize(4);
        assertThat(json.at("/turns/3/tool/output_summary").asText()).isEqualTo("out");
        assertThat(json.at("/turns/3/inner/0/text").asText()).isEqualTo("inner");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void a_command_stands_apart_from_what_it_is_for_and_says_how_it_ended(Format format) throws Exception {
        var tool = new Turn.ToolUse("Bash", "npm test", "1 failed", false, "Run the tests", new Turn.Ending(1, 2L, 1));
        log.turns.add(new Turn(Role.TOOL, null, "", tool, null, Mark.NONE, List.of()));
        assertThat(export(format))
                .contains("Run the tests", "npm test")
                .doesNotContain("npm test  Run the tests")
                .containsPattern("exit 1|\"exit_code\":1,\"took_ms\":2,\"lines\":1");
    }

    @Test
    void html_runs_nothing_and_loads_nothing_whatever_was_said() throws Exception {
        var evil = "<script>alert(1)</script><img src=x onerror=alert(2)>![p](https://evil.example/x.png)"
                + " [l](javascript:alert(3)) </main></body> <style>@import 'x'</style>";
        log.turns.add(FakeTurns.said(Role.USER, evil));
        log.turns.add(FakeTurns.said(
                Role.ASSISTANT, "# " + evil + "\n\n| " + evil + " |\n|--|\n\n```" + evil + "\n" + evil + "\n```"));
        log.turns.add(FakeTurns.used(evil, evil, evil, true, List.of(FakeTurns.said(Role.SYSTEM, evil))));
        log.turns.add(new Turn(Role.ASSISTANT, null, evil, null, evil, Mark.ERROR, List.of()));
        var html = export(Format.HTML);
        assertThat(html)
                .doesNotContain("<script", "<img", "href=\"javascript:", "src=\"")
                .contains("default-src 'none'");
        assertThat(html.split("</main>", -1)).hasSize(2);
        assertThat(html.split("<style>", -1)).hasSize(2);
    }

    @Test
    void no_text_closes_the_fence_that_it_stands_in() throws Exception {
        log.turns.add(FakeTurns.used("Bash", "echo", "```\n# no heading\n````", true, List.of()));
        assertThat(export(Format.MD)).contains("\n`````\n```\n# no heading\n````\n`````\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fix the cart!|fix-the-cart-engine-2-one.md",
                "../../etc/passwd|etc-passwd-engine-2-one.md",
                "世界|engine-2-one.md",
                "''|engine-2-one.md",
                "a\"; rm -rf /|a-rm-rf-engine-2-one.md"
            })
    void the_name_of_the_file_is_safe_anywhere(String title, String name) {
        assertThat(Format.MD.fileName(new Head("engine_2:one", title, "Codex", null, null, NOW, NOW)))
                .isEqualTo(name);
    }
}
