package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.session.EngineKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnginesTest {
    private static final String PLACEHOLDER = "new-01234567-89ab-4cde-8f01-23456789abcd";

    private final Engines engines =
            new Engines(List.of(new NoProvider(EngineKey.CODEX, true), new NoProvider(EngineKey.CLAUDE_CODE, false)));

    @Test
    void programs_are_listed_in_their_order() {
        assertThat(engines.all())
                .extracting(EngineProvider::engineId)
                .containsExactly(EngineKey.CLAUDE_CODE, EngineKey.CODEX);
        assertThat(engines.find(EngineKey.KIMI)).isEmpty();
    }

    @Test
    void one_program_has_one_provider() {
        var twice = List.<EngineProvider>of(new NoProvider(), new NoProvider());
        assertThatThrownBy(() -> new Engines(twice)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_id_is_read_when_its_program_could_have_made_it() {
        assertThat(engines.findId("engine_1:0a1b")).map(Object::toString).contains("engine_1:0a1b");
        assertThat(engines.findId("claude:0a1b")).map(Object::toString).contains("engine_1:0a1b");
        for (var wrong : List.of(
                "engine_1:0a1",
                "engine_1:../..",
                "engine_1:-abc",
                "engine_6:0a1b",
                "engine_99:0a1b",
                "0a1b",
                ":",
                "engine_1:")) {
            assertThat(engines.findId(wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void a_placeholder_belongs_only_to_programs_that_mint_their_ids() {
        assertThat(engines.findId("codex:" + PLACEHOLDER)).isPresent();
        assertThat(engines.findId("claude:" + PLACEHOLDER)).isEmpty();
        assertThat(engines.findId("codex:new-1")).isEmpty();
    }
}
