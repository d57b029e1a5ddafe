package dev.svc.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNamesTest {
    private static final JsonNames NAMES = JsonNames.of("id", "type", "text");

    @Test
    void a_name_is_found_where_it_lies() {
        assertThat(find("type")).isEqualTo("type");
        assertThat(find("text")).isEqualTo("text");
        assertThat(find("id")).isEqualTo("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "i", "ID", "typ", "typed", "timestamp", "töpe", "\\", "\\u0069"})
    void others_are_nobodys(String name) {
        assertThat(find(name)).isNull();
    }

    @Test
    void a_name_may_be_written_with_escapes() {
        assertThat(find("\\u0069d")).isEqualTo("id");
    }

    @Test
    void only_members_that_are_asked_for_are_visited() {
        var seen = new StringBuilder();
        var whole = JsonView.of("{\"type\":1,\"more\":{\"id\":2},\"id\":3}")
                .members(NAMES, (name, value) -> seen.append(name).append(value.number(0)));
        assertThat(whole).isTrue();
        assertThat(seen).hasToString("type1id3");
    }

    @Test
    void an_object_that_does_not_end_is_none_whatever_is_asked_for() {
        assertThat(JsonView.of("{\"type\":1,\"more\":{").members(NAMES, (_, _) -> {}))
                .isFalse();
    }

    private static @Nullable String find(String name) {
        var bytes = ("xx" + name + "\"").getBytes(UTF_8);
        return NAMES.find(bytes, 2, bytes.length - 1);
    }
}
