package dev.svc.server.http.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.http.gate.Problem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignJsonTest {
    @Test
    void texts_are_cleaned_wherever_they_stand() {
        var read = ForeignJson.read("{\"a\":\"x\\u001b[31my\",\"b\":[\"\\u202eevil\",{\"c\":\"\\u0007\"}],\"n\":1}");
        assertThat(read.toString()).isEqualTo("{\"a\":\"xy\",\"b\":[\"evil\",{\"c\":\"\"}],\"n\":1}");
    }

    @Test
    void what_is_shown_as_what_it_is_stays_as_it_is() {
        var read = ForeignJson.read("{\"q\":[{\"command\":\"rm \\u202ex\",\"title\":\"\\u202ex\"}]}", "command");
        assertThat(read.path("q").path(0).path("command").asText()).isEqualTo("rm \u202ex");
        assertThat(read.path("q").path(0).path("title").asText()).isEqualTo("x");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "[]", "\"x\"", "{", "{} {}", "{\"a\":1,\"a\":2}", "null"})
    void what_is_no_object_is_a_refusal(@Nullable String json) {
        assertThatThrownBy(() -> ForeignJson.read(json)).isInstanceOf(Problem.class);
    }

    @Test
    void depth_is_bounded() {
        assertThatThrownBy(() -> ForeignJson.read("{\"a\":" + "[".repeat(200) + "]".repeat(200) + "}"))
                .isInstanceOf(Problem.class);
    }
}
