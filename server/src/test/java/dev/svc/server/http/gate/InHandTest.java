package dev.svc.server.http.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InHandTest {
    private final InHand inHand = new InHand();
    private final List<Boolean> seen = new ArrayList<>();

    private void look() {
        seen.add(inHand.isAny());
    }

    @Test
    void a_request_is_in_hand_while_it_is_answered() throws Exception {
        assertThat(inHand.isAny()).isFalse();
        inHand.hold("GET /a", this::look);
        assertThat(seen).containsExactly(true);
        assertThat(inHand.isAny()).isFalse();
    }

    @Test
    void one_that_fails_is_not_in_hand_any_more() {
        assertThatThrownBy(() -> inHand.hold("GET /a", () -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(inHand.isAny()).isFalse();
    }

    @Test
    void some_are_in_hand_until_the_last_is_answered() throws Exception {
        inHand.hold("GET /a", () -> {
            inHand.hold("GET /a", this::look);
            look();
        });
        assertThat(seen).containsExactly(true, true);
        assertThat(inHand.isAny()).isFalse();
    }

    @Test
    void a_route_that_is_counted_is_otherwise_the_same() {
        var route = Route.get("/a", Policy.READ, (_, _, _) -> {});
        assertThat(inHand.counted(List.of(route)))
                .extracting(Route::method, Route::path, Route::policy)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(route.method(), "/a", Policy.READ));
    }
}
