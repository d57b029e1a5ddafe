package dev.svc.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineKeyTest {
    @Test
    void a_key_is_a_number_that_is_written_one_way() {
        assertThat(EngineKey.find("engine_2")).containsSame(EngineKey.CODEX);
        assertThat(EngineKey.find("engine_99")).map(EngineKey::key).contains("engine_99");
        assertThat(SessionId.find("engine_42:a")).map(SessionId::toString).contains("engine_42:a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "engine_",
                "engine_00",
                "engine_07",
                "engine_100",
                "engine_x",
                "engine_1 ",
                "Engine_1",
                "cod",
                "codexx"
            })
    void nothing_else_is_a_key(String text) {
        assertThat(EngineKey.find(text)).isEmpty();
        assertThat(SessionId.find(text + ":a")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "claude, engine_1",
        "codex, engine_2",
        "opencode, engine_3",
        "gemini, engine_4",
        "antigravity, engine_5",
        "kimi, engine_6"
    })
    void files_of_former_versions_name_the_first_six_by_a_word(String word, String key) {
        assertThat(EngineKey.find(word)).isEmpty();
        assertThat(SessionId.find(word + ":a")).map(SessionId::toString).contains(key + ":a");
    }

    @Test
    void keys_are_in_the_order_of_their_numbers_the_plain_terminal_last() {
        assertThat(EngineKey.of(10)).isGreaterThan(EngineKey.of(9));
        assertThat(EngineKey.SHELL).isGreaterThan(EngineKey.of(99));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, -1})
    void a_number_out_of_bounds_is_refused(int number) {
        assertThatThrownBy(() -> EngineKey.of(number)).isInstanceOf(IllegalArgumentException.class);
    }
}
