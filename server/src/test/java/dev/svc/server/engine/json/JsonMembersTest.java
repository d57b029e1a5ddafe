package dev.svc.server.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMembersTest {
    private static final JsonMembers<StringBuilder> MEMBERS = JsonMembers.<StringBuilder>none()
            .and("id", (seen, value) -> seen.append("id").append(value.number(0)))
            .and("type", (seen, value) -> seen.append("type").append(value.number(0)))
            .and("text", (seen, value) -> seen.append("text").append(value.number(0)));

    private final StringBuilder seen = new StringBuilder();

    @Test
    void each_member_that_is_asked_for_gets_its_deed_in_the_order_of_the_object() {
        assertThat(look("{\"type\":1,\"more\":{\"id\":2},\"id\":3,\"text\":4}")).isTrue();
        assertThat(seen).hasToString("type1id3text4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "i", "ID", "typ", "typed", "timestamp", "töpe", "\\\\", "\\u0069"})
    void others_are_passed_over(String name) {
        assertThat(look("{\"" + name + "\":1}")).isTrue();
        assertThat(seen).isEmpty();
    }

    @Test
    void a_name_may_be_written_with_escapes() {
        assertThat(look("{\"\\u0069d\":1}")).isTrue();
        assertThat(seen).hasToString("id1");
    }

    @Test
    void one_who_asks_for_nothing_sees_whether_the_object_is_whole() {
        assertThat(JsonView.of("{\"id\":1}").members(JsonMembers.none(), seen)).isTrue();
        assertThat(JsonView.of("{\"id\":1").members(JsonMembers.none(), seen)).isFalse();
    }

    @Test
    void an_object_that_does_not_end_is_none_whatever_is_asked_for() {
        assertThat(look("{\"type\":1,\"more\":{")).isFalse();
    }

    private boolean look(String json) {
        return JsonView.of(json).members(MEMBERS, seen);
    }
}
